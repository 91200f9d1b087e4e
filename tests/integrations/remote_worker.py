"""A worker for a server of remote execution: `remote_worker.py ADDRESS` runs one action after the other.

Each runs in a fresh folder with its declared inputs and nothing else. The messages are those that BuildGrid brings along.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import uuid

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as execution
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as execution_grpc
from buildgrid._protos.google.bytestream import bytestream_pb2 as bytestream
from buildgrid._protos.google.bytestream import bytestream_pb2_grpc as bytestream_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2 as bots
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2_grpc as bots_grpc

# In bytes: larger contents do not fit into one message.
ONE_MESSAGE = 1 << 20
# In seconds: how long the server may keep a question for work, so that it need not be asked all the time.
POLL = 20


class Store:
    """The contents on the server, by their digests; what was read once is kept."""

    def __init__(self, channel):
        self.contents = execution_grpc.ContentAddressableStorageStub(channel)
        self.streams = bytestream_grpc.ByteStreamStub(channel)
        self.kept = {}

    def read(self, digest):
        key = (digest.hash, digest.size_bytes)
        if digest.size_bytes == 0:
            return b""
        if key not in self.kept:
            name = f"blobs/{digest.hash}/{digest.size_bytes}"
            parts = self.streams.Read(bytestream.ReadRequest(resource_name=name))
            self.kept[key] = b"".join(part.data for part in parts)
        return self.kept[key]

    def message(self, kind, digest):
        return kind.FromString(self.read(digest))

    def write(self, content):
        digest = execution.Digest(hash=hashlib.sha256(content).hexdigest(), size_bytes=len(content))
        if len(content) > ONE_MESSAGE:
            name = f"uploads/{uuid.uuid4()}/blobs/{digest.hash}/{digest.size_bytes}"
            starts = range(0, len(content), ONE_MESSAGE)
            self.streams.Write(
                bytestream.WriteRequest(
                    resource_name=name,
                    write_offset=start,
                    data=content[start : start + ONE_MESSAGE],
                    finish_write=start + ONE_MESSAGE >= len(content),
                )
                for start in starts
            )
            return digest
        upload = execution.BatchUpdateBlobsRequest.Request(digest=digest, data=content)
        answer = self.contents.BatchUpdateBlobs(execution.BatchUpdateBlobsRequest(requests=[upload]))
        for response in answer.responses:
            if response.status.code:
                raise RuntimeError(response.status.message)
        return digest


def lay_out(store, digest, folder):
    """Makes a folder hold what a digest says."""
    os.makedirs(folder, exist_ok=True)
    directory = store.message(execution.Directory, digest)
    for file in directory.files:
        path = os.path.join(folder, file.name)
        with open(path, "wb") as out:
            out.write(store.read(file.digest))
        os.chmod(path, 0o555 if file.is_executable else 0o444)
    for link in directory.symlinks:
        os.symlink(link.target, os.path.join(folder, link.name))
    for child in directory.directories:
        lay_out(store, child.digest, os.path.join(folder, child.name))


def run(store, payload):
    """Runs an action, and gives what came of it."""
    action, digest = execution.Action(), execution.Digest()
    if not payload.Unpack(action):
        if not payload.Unpack(digest):
            raise ValueError(f"neither an action nor the digest of one: {payload.type_url}")
        action = store.message(execution.Action, digest)
    command = store.message(execution.Command, action.command_digest)
    result = execution.ActionResult()
    with tempfile.TemporaryDirectory(prefix="confc-remote-") as root:
        lay_out(store, action.input_root_digest, root)
        folder = os.path.join(root, command.working_directory)
        outputs = list(command.output_paths) or list(command.output_files)
        for output in outputs:
            os.makedirs(os.path.dirname(os.path.join(folder, output)), exist_ok=True)
        done = subprocess.run(
            list(command.arguments),
            cwd=folder,
            env={variable.name: variable.value for variable in command.environment_variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        result.exit_code, result.stdout_raw, result.stderr_raw = done.returncode, done.stdout, done.stderr
        for output in outputs:
            path = os.path.join(folder, output)
            if os.path.isfile(path):
                with open(path, "rb") as content:
                    stored = store.write(content.read())
                file = result.output_files.add(path=output, is_executable=os.access(path, os.X_OK))
                file.digest.CopyFrom(stored)
    return result


def main(address):
    channel = grpc.insecure_channel(address)
    server, store = bots_grpc.BotsStub(channel), Store(channel)
    session = bots.BotSession(bot_id=f"worker-{os.getpid()}", status=bots.OK)
    session.worker.devices.add(handle="this")
    request = bots.CreateBotSessionRequest(bot_session=session)
    # The server may not listen yet.
    session = server.CreateBotSession(request, wait_for_ready=True, timeout=POLL)
    while True:
        for lease in session.leases:
            if lease.state == bots.PENDING:
                lease.state = bots.ACTIVE
            elif lease.state == bots.ACTIVE:
                try:
                    lease.result.Pack(run(store, lease.payload))
                    lease.status.code = grpc.StatusCode.OK.value[0]
                except Exception as error:
                    lease.status.code = grpc.StatusCode.INTERNAL.value[0]
                    lease.status.message = str(error)
                lease.state = bots.COMPLETED
        request = bots.UpdateBotSessionRequest(name=session.name, bot_session=session)
        session = server.UpdateBotSession(request, timeout=POLL)


if __name__ == "__main__":
    main(sys.argv[1])

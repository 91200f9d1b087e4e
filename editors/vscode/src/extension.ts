// Starts `confc lsp` with a window of VS Code, and ends it with the window.

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { type ExtensionContext, Uri, commands, window, workspace } from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

/** The name of the program. */
const PROGRAM = process.platform === "win32" ? "confc.exe" : "confc";

/** The client of the running server. */
let client: LanguageClient | undefined;

/** The last start or stop. The next one waits for it. */
let pending: Promise<void> = Promise.resolve();

export async function activate(context: ExtensionContext): Promise<void> {
    context.subscriptions.push(
        commands.registerCommand("confc.restart", () => inOrder(() => restart(context))),
        commands.registerCommand("confc.showLog", () => showLog(context)),
        workspace.onDidChangeConfiguration((event) => {
            if (event.affectsConfiguration("confc.path")) {
                void inOrder(() => restart(context));
            }
        }),
    );
    await commands.executeCommand("setContext", "confc.active", true);
    await inOrder(() => start(context));
}

export function deactivate(): Promise<void> {
    return inOrder(stop);
}

/** Runs a step after all earlier ones. */
function inOrder(step: () => Promise<void>): Promise<void> {
    pending = pending.then(step, step);
    return pending;
}

async function restart(context: ExtensionContext): Promise<void> {
    await stop();
    await start(context);
}

async function stop(): Promise<void> {
    const running = client;
    client = undefined;
    await running?.dispose();
}

async function start(context: ExtensionContext): Promise<void> {
    const program = findProgram(context);
    if (!isProgram(program)) {
        void explainMissing(program);
        return;
    }
    const log = logFile(context);
    await workspace.fs.createDirectory(context.logUri);
    // The server's folder is not the workspace, so no file there can be taken for a program.
    const options = { cwd: context.extensionPath };
    const server: ServerOptions = { command: program, args: ["lsp", "--log", log.fsPath], options };
    client = new LanguageClient("confc", "confc", server, clientOptions());
    try {
        await client.start();
    } catch {
        // The client has shown the error, and its log has the details.
    }
}

function clientOptions(): LanguageClientOptions {
    const languages = ["confc", "json5", "json", "jsonc", "yaml", "toml"];
    return {
        documentSelector: [
            ...languages.map((language) => ({ scheme: "file", language })),
            // Without another extension, VS Code has no language for these files.
            { scheme: "file", pattern: "**/*.{json5,toml,env}" },
        ],
        // After this notification, the server asks for the settings again.
        synchronize: { configurationSection: "confc" },
        // The problem matcher has the same owner: a task replaces these diagnostics, and does not repeat them.
        diagnosticCollectionName: "confc",
    };
}

/** The program of the settings, else the one in the extension, else the one in `PATH`. */
function findProgram(context: ExtensionContext): string {
    const configured = workspace.getConfiguration("confc").get<string>("path", "");
    if (configured !== "") {
        return configured;
    }
    // Relative folders would depend on the folder that VS Code was started in.
    const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
    const candidates = [context.asAbsolutePath("bin"), ...folders].map((folder) => join(folder, PROGRAM));
    return candidates.find(isProgram) ?? PROGRAM;
}

function isProgram(path: string): boolean {
    try {
        accessSync(path, constants.X_OK);
        return isAbsolute(path) && statSync(path).isFile();
    } catch {
        return false;
    }
}

async function explainMissing(program: string): Promise<void> {
    const open = "Open Settings";
    const why = isAbsolute(program) ? `${program} is not an executable file` : `${program} is not in PATH`;
    const chosen = await window.showErrorMessage(`cannot start confc: ${why}; install it, or set confc.path`, open);
    if (chosen === open) {
        await commands.executeCommand("workbench.action.openSettings", "confc.path");
    }
}

/** The server's log. It has a line per message, and no text of the messages. */
function logFile(context: ExtensionContext): Uri {
    return Uri.joinPath(context.logUri, "server.log");
}

async function showLog(context: ExtensionContext): Promise<void> {
    client?.outputChannel.show(true);
    try {
        await window.showTextDocument(logFile(context));
    } catch {
        // The server has not been started.
    }
}

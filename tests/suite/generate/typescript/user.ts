// A program that uses a client as its users do. It throws at the first check that fails.

import {
  CHECKSUM,
  CLEAR,
  Config,
  type ConfigInit,
  Json,
  LoadError,
  MODE_NUMBERS,
  type Mode,
  type Overrides,
  Secret,
  type Sink,
  changed,
  forTests,
  load,
  loadWith,
  toJson,
  toPlain,
} from "./config.js";

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not as expected: ${what}`);
}

function equal(found: unknown, expected: unknown): void {
  const [one, other] = [found, expected].map((value) =>
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? `${inner}n` : inner)),
  );
  check(one === other, `expected ${other}, found ${one}`);
}

/** The error of a call that refuses values. */
function refusal(act: () => unknown): LoadError {
  try {
    act();
  } catch (error) {
    if (error instanceof LoadError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

/** Names all cases, so that it does not compile if one is added. */
function described(sink: Sink): string {
  switch (sink.case) {
    case "file":
      return `${sink.value.path} ${sink.value.mode}`;
    case "none":
      return "none";
  }
}

function readsEveryMember(config: Config): void {
  const port: number = config.port;
  const host: string | undefined = config.hostName;
  const large: bigint = config.large;
  const mode: Mode = config.mode;
  const both: number | null | undefined = config.both;
  const labels: ReadonlyMap<string, number> = config.labels;
  equal(
    [port, host, large, config.small, mode, both],
    [80, undefined, 18446744073709551615n, -7, "tls", null],
  );
  equal([config.ratio, config.old, config.maybe], [Math.fround(0.1), false, null]);
  equal(
    [config.tags, config.pair, [...labels]],
    [
      ["a"],
      [1, -2],
      [
        ["a", 1],
        ["b", 2],
      ],
    ],
  );
  equal([...config.limits], [["memory", [1.5]]]);
  equal([config.server.path, config.server.depth.levels, config.server.depth.spread], ["/srv", 5, 1]);
  equal(config.target, { case: "number", value: 8080 });
  equal(described(config.sink), "log 420");
  equal(config.any.text, '{"a":[1,1.5,18446744073709551615]}');
  equal([config.switches.power, [...config.switches.others]], [true, [["light", true]]]);
  equal([config.token.reveal(), config.server.key?.reveal()], ["s3cret-token", "s3cret-key"]);
  equal([config.hidden?.reveal(), config.spare], [null, undefined]);
  equal([Config.PORT_MIN, Config.PORT_DEFAULT, Config.LARGE_DEFAULT], [1, 80, 18446744073709551615n]);
  equal([MODE_NUMBERS[mode], Object.keys(MODE_NUMBERS).length], [1, 3]);
  check(CHECKSUM.startsWith("sha256:"), "the checksum");
  check(Object.isFrozen(config) && Object.isFrozen(config.server.depth), "nobody changes a configuration");
}

function hidesSecrets(config: Config): void {
  const { token, server } = config;
  equal(
    [`${token.toString()}`, JSON.stringify({ token }), String(server.key)],
    ["<set>", '{"token":"<set>"}', "<set>"],
  );
  for (const text of [toJson(config), JSON.stringify(toPlain(config)["server"])]) {
    check(!text.includes("s3cret") && !text.includes("hunter2"), text);
  }
  check(toJson(config, { secrets: true }).includes("s3cret-key"), "secrets that are asked for");
}

function overrides(bytes: Uint8Array): void {
  const none: Overrides = {};
  equal(changed(load(bytes), loadWith(bytes, none)), []);
  const config = loadWith(bytes, {
    port: 443,
    hostName: "a.b",
    token: new Secret("other"),
    spare: CLEAR,
    both: CLEAR,
    target: { case: "name", value: "x" },
    server: { depth: { spread: 9 } },
  });
  equal(
    [config.port, config.hostName, config.both, config.target],
    [443, "a.b", undefined, { case: "name", value: "x" }],
  );
  equal([config.server.path, config.server.depth], ["/srv", { levels: 5, spread: 9 }]);
  equal(config.token.reveal(), "other");
  equal(changed(load(bytes), config), ["both", "host_name", "port", "server", "target", "token"]);
  const refused = refusal(() => loadWith(bytes, { hostName: "A" })).detail;
  equal(refused.kind === "override" && refused.path, "host_name");
  const secret = refusal(() => loadWith(bytes, { token: new Secret("x".repeat(41)) }));
  check(!secret.message.includes("xx"), secret.message);
  const broken = refusal(() => loadWith(bytes, { port: 81, hostName: "a" }));
  equal(broken.message, "port 81 has no host [not_both]");
  equal(broken.detail, {
    kind: "rule",
    rule: "port != 81 || !has(host_name)",
    name: "not_both",
  });
  const unknown = refusal(() => loadWith(bytes, { nothing: 1 } as Overrides));
  equal(unknown.message, "override of `nothing`: no field has this name");
  const fixed = refusal(() => loadWith(bytes, { large: 1n } as Overrides));
  equal(fixed.message, "override of `large`: the field is not mutable by the parent");
}

function madeByHand(): void {
  const least: ConfigInit = { token: new Secret("t"), vault: new Secret("v"), labels: new Map() };
  const config = forTests(least);
  equal(
    [config.port, config.server, config.sink.case],
    [80, { depth: { levels: 5, spread: 1 }, path: "/srv" }, "none"],
  );
  equal([config.spare, config.maybe, config.switches.others.size], [undefined, null, 0]);
  // A configuration is a value of this type, too.
  const other = forTests({ ...config, port: 8443, any: new Json('{"a":null}'), large: 5n });
  equal(changed(config, other), ["any", "large", "port"]);
  equal(other.any.parse(), { a: null });
  const edges = "[0.0000001,9.9e-8,1.0e21,18446744073709551615]";
  equal(forTests({ ...least, any: new Json(edges) }).any.text, edges);
  for (const text of ["1.0e-7", "1e21", "18446744073709551616", "nul", "eeee", "[1,]", '{"b":1,"a":2}', ""]) {
    equal(refusal(() => forTests({ ...least, any: new Json(text) })).detail.kind, "constraint");
  }
  const partial = forTests({ ...least, server: { depth: {} }, sink: { case: "file", value: { path: "p" } } });
  equal([partial.server.depth.levels, described(partial.sink)], [5, "p 420"]);
  const refused: readonly (readonly [ConfigInit, string])[] = [
    [{ ...least, port: 0 }, "port"],
    [{ ...least, small: 1001 }, "small"],
    [{ ...least, ratio: 0.1 }, "ratio"],
    [{ ...least, large: 2n ** 64n }, "large"],
    [{ ...least, any: new Json("{ }") }, "any"],
    [{ ...least, tags: ["a", "a"] }, "tags"],
    [{ ...least, tags: ["\ud800"] }, "tags[0]"],
    [{ ...least, pair: [1] }, "pair"],
    [{ ...least, labels: new Map([["$a", 1]]) }, "labels[`$a`]"],
    [{ ...least, server: { depth: { levels: 256 } } }, "server.depth.levels"],
    [{ ...least, target: { case: "number", value: 65536 } }, "target.number"],
    [{ ...least, mode: "other" as Mode }, "mode"],
    [{ ...least, token: new Secret(5 as unknown as string) }, "token"],
    [{} as ConfigInit, "labels"],
    [{ token: new Secret("t"), labels: new Map() } as unknown as ConfigInit, "vault"],
  ];
  for (const [values, path] of refused) {
    const { detail } = refusal(() => forTests(values));
    equal(detail.kind === "constraint" && detail.path, path);
  }
  const { detail } = refusal(() => forTests({ ...least, port: 81, hostName: "a" }));
  equal(detail.kind, "rule");
}

function tellsErrorsApart(bytes: Uint8Array, other: Uint8Array): void {
  const cut = refusal(() => load(bytes.subarray(0, 9)));
  equal([cut.name, cut.detail.kind], ["LoadError", "decode"]);
  const { detail, message } = refusal(() => load(other));
  if (detail.kind !== "checksum") throw new Error(message);
  equal([detail.expected, detail.differences?.length], [CHECKSUM, 1]);
  check(
    message.includes("field `port` is declared as `uint16{min=1}`, but is `uint16{min=2}` in the values"),
    message,
  );
}

/** Checks everything, with a value file, one for another interface, and the export of the first. */
export function run(bytes: Uint8Array, other: Uint8Array, exported: unknown): void {
  const config = load(bytes);
  readsEveryMember(config);
  hidesSecrets(config);
  overrides(bytes);
  madeByHand();
  tellsErrorsApart(bytes, other);
  const sorted = (value: unknown): unknown =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value)
            .sort()
            .map(([key, inner]) => [key, sorted(inner)]),
        );
  equal(sorted(JSON.parse(toJson(config))), sorted(exported));
  equal(toPlain(config)["large"], 18446744073709551615n);
}

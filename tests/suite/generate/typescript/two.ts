// A program with two clients that share a runtime. It throws if anything is not as expected.

import * as door from "./config.js";
import { LoadError, Secret } from "./confc.js";
import * as gate from "./gate.js";

/** The kind of the error of a call that refuses values. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof door.LoadError && error instanceof gate.LoadError && error instanceof LoadError) {
      return error.detail.kind;
    }
    throw error;
  }
  throw new Error("nothing was refused");
}

export function run(bytes: Uint8Array): void {
  const token: Secret<string> = door.load(bytes).token;
  const config: gate.Config = gate.forTests({ key: token });
  if (config.key.reveal() !== token.reveal() || gate.toJson(config) !== "{}") throw new Error("the secret");
  if (refusal(() => gate.load(bytes)) !== "checksum") throw new Error("another interface");
  if (refusal(() => gate.forTests({ key: new Secret("x".repeat(41)) })) !== "constraint") {
    throw new Error("a long key");
  }
}

/** The interface between this runtime and the tables that it reads. */
export const RUNTIME_1 = 1;

/** Why values are refused, for programs. It never holds a value. */
export type LoadDetail =
  /** The bytes are damaged, incomplete, or not what confc writes. */
  | { readonly kind: "decode"; readonly offset: number; readonly why: string }
  /** The values were compiled for another interface. Without an embedded schema, the differences are unknown. */
  | {
      readonly kind: "checksum";
      readonly expected: string;
      readonly found: string;
      readonly differences: readonly string[] | undefined;
    }
  /** The number of values is not the number of fields. */
  | { readonly kind: "count"; readonly expected: number; readonly found: number }
  /** A value does not fit its field, or an override is refused. The path begins with the key of the field. */
  | { readonly kind: "constraint" | "override"; readonly path: string; readonly why: string }
  /** The values break a rule, at this place if it holds for many. */
  | {
      readonly kind: "rule";
      readonly rule: string;
      readonly name: string | undefined;
      readonly place: string | undefined;
    };

/** Values are refused. The message holds no value of a sensitive field. */
export class LoadError extends Error {
  readonly detail: LoadDetail;

  constructor(detail: LoadDetail, message: string) {
    super(message);
    this.name = "LoadError";
    this.detail = detail;
  }
}

/** A sensitive value. It is shown as `<set>`; only `reveal` gives it. */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
    // `console.log` of Node.js and Deno calls this.
    Object.defineProperty(this, Symbol.for("nodejs.util.inspect.custom"), { value: this.toString });
  }

  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return "<set>";
  }

  toJSON(): string {
    return "<set>";
  }
}

/** A JSON value as its canonical text. Two values are equal if and only if their texts are. */
export class Json {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The value as `JSON.parse` reads it, which rounds integers beyond 2^53. */
  parse(): unknown {
    return JSON.parse(this.text);
  }

  toString(): string {
    return this.text;
  }

  toJSON(): unknown {
    return this.parse();
  }
}

/** In overrides: the optional field has no value. */
export const CLEAR: unique symbol = /* @__PURE__ */ Symbol("CLEAR");

// The table of a schema. Positions are from 0.

interface TableField {
  readonly key: string;
  /** Its property and its name in plain data, if these are not the key. */
  readonly property?: string;
  readonly name?: string;
  readonly type: number;
  readonly optional?: boolean;
  readonly nullable?: boolean;
  readonly parent?: boolean;
  readonly sensitive?: boolean;
  /** Whether something in its type is sensitive. */
  readonly holdsSensitive?: boolean;
  readonly rest?: boolean;
  /** The bytes of a `ConfigValue` in hexadecimal digits; null for a default that must not be shown. */
  readonly default?: string | null;
  /** The text of its type. */
  readonly text?: string;
}

interface TableType {
  /** 1 to 14 scalars, enum and struct, 15 json, 16 vector, 17 map, 18 union, 19 array. */
  readonly kind: number;
  /** Every integer type has both; a float may lack them. */
  readonly min?: bigint | number;
  readonly max?: bigint | number;
  /** Bytes of a string or JSON text, elements, or entries. */
  readonly least?: number;
  readonly most?: number;
  readonly pattern?: number;
  /** As in the constraint `kinds`. */
  readonly kinds?: number;
  readonly unique?: boolean;
  readonly variants?: TableVariants;
  readonly members?: readonly TableField[];
  /** The types of elements or values, and of keys. */
  readonly item?: number;
  readonly key?: number;
  readonly tag?: string;
  readonly cases?: readonly { readonly key: string; readonly type: number; readonly text?: string }[];
}

type TableVariants = readonly (readonly [number: bigint, name: string])[];

/** States: empty at the end; 0, the next state and ranges; 1 and both next states; 2, an assertion and the next state. */
type TablePattern = readonly (readonly number[])[];

interface TableRule {
  readonly text: string;
  readonly name?: string;
  /** Steps: a member or case and its path, -1 for elements, 0 for keys, more for keys that are variants. */
  readonly places?: readonly (readonly [position: number, path: string] | number)[];
  readonly hidesPlace?: boolean;
  readonly hidesFault?: boolean;
  readonly check: readonly number[];
  /** Texts, and values with their code: 0 bool, 1 integer, 2 float32, 3 float64, 4 string, more a variant. */
  readonly message?: readonly (string | readonly [shown: number, code: readonly number[]])[];
}

interface RuntimeTable {
  readonly runtime: typeof RUNTIME_1;
  readonly checksum: string;
  readonly fields: readonly TableField[];
  readonly types: readonly TableType[];
  readonly patterns: readonly TablePattern[];
  readonly rules: readonly TableRule[];
  /** The constants of rules. */
  readonly integers: readonly bigint[];
  readonly floats: readonly number[];
  readonly strings: readonly string[];
  readonly enums: readonly TableVariants[];
}

// Values without names. Integers and the numbers of variants are bigints, floats are numbers, JSON values are texts,
// structs are lists of their members. Undefined is absent.

type GenericValue =
  boolean | bigint | number | string | null | undefined | GenericList | MapEntries | UnionValue;

type GenericList = readonly GenericValue[] | BigInt64Array | BigUint64Array | Float64Array;

/** The entries of a map, ascending by the bytes of their keys. */
interface MapEntries {
  readonly keys: readonly string[];
  readonly values: GenericList;
}

interface UnionValue {
  readonly position: number;
  readonly value: GenericValue;
}

/** A value that fits no type. */
const unfit: GenericValue = { position: -1, value: undefined };

function isList(value: unknown): value is GenericList {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

function listed<T>(list: GenericList, make: (value: GenericValue, at: number) => T): T[] {
  const made = new Array<T>(list.length);
  for (let at = 0; at < list.length; at++) made[at] = make(list[at], at);
  return made;
}

/** A text that is the same only for equal values of a type. */
function identity(value: GenericValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (isList(value)) return `[${listed(value, identity).join()}]`;
  if ("keys" in value) return identity(value.keys) + identity(value.values);
  return `${value.position}:${identity(value.value)}`;
}

// Texts.

/** The size of a text in UTF-8. */
function utf8Size(text: string): number {
  let size = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Both halves of a pair count two bytes.
    size += unit < 0x80 ? 0 : unit < 0x800 || unit >> 11 === 0x1b ? 1 : 2;
  }
  return size;
}

/** Compares texts by their bytes. */
function compareTexts(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  const rank = (text: string): number => {
    const unit = text.charCodeAt(at);
    // Surrogates stand for characters above all others.
    return unit >> 11 === 0x1b ? unit + 0x10000 : at < text.length ? unit : -1;
  };
  return rank(left) - rank(right);
}

// The ranges of characters that could control a terminal or are invisible in it.
const unsafeRanges: readonly number[] = [
  0x0, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b,
  0x180f, 0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x206f, 0x2800, 0x2800, 0x3164, 0x3164, 0xfe00, 0xfe0f,
  0xfeff, 0xfeff, 0xffa0, 0xffa0, 0xfff0, 0xfffb, 0x13430, 0x1343f, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a,
  0xe0000, 0xe0fff,
];

/** A text that is safe to print, cut after so many characters. */
function printable(text: string, most: number): string {
  let [shown, count] = ["", 0];
  for (const character of text) {
    if (count++ === most) return shown + "…";
    const code = character.codePointAt(0)!;
    const isUnsafe = inRanges(unsafeRanges, 0, code);
    shown += isUnsafe ? `\\u{${code.toString(16)}}` : character;
  }
  return shown;
}

/** Whether a number is in one of these ascending ranges, which begin at this position. */
function inRanges(ranges: readonly number[], start: number, code: number): boolean {
  let [least, most] = [0, (ranges.length - start) / 2];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (code > ranges[start + 2 * middle + 1]!) least = middle + 1;
    else most = middle;
  }
  return code >= (ranges[start + 2 * least] ?? Infinity);
}

function quoted(text: string): string {
  return "`" + printable(text === "" ? '""' : text, 120) + "`";
}

/** The shortest text of a float that reads back as the same number. */
function floatText(value: number, isSingle: boolean): string {
  const size = Math.abs(value);
  for (let count = 1; size !== 0; count++) {
    // Halves are rounded up. Below a power of 2 the next text may read back where the nearest one does not.
    const [mantissa, exponent] = size.toExponential(count - 1).split("e");
    const nearest = BigInt(mantissa!.replace(".", ""));
    for (const near of [nearest, nearest + 1n]) {
      const read = Number(`${near}e${Number(exponent) - count + 1}`);
      if ((isSingle ? Math.fround(read) : read) !== size) continue;
      const power = Number(exponent) + String(near).length - count;
      const digits = String(near).replace(/0+$/, "");
      const sign = value < 0 ? "-" : "";
      if (power < -7 || power >= 21) {
        return `${sign}${digits[0]}${digits.length > 1 ? "." : ""}${digits.slice(1)}e${power}`;
      }
      const whole = power < 0 ? "0" : digits.slice(0, power + 1).padEnd(power + 1, "0");
      const fraction = power < 0 ? "0".repeat(-power - 1) + digits : digits.slice(power + 1);
      return sign + whole + (fraction === "" ? "" : "." + fraction);
    }
  }
  return "0";
}

/** Adds a point to a number without one. */
function pointed(text: string): string {
  return text.includes(".") ? text : text.replace(/(?=e|$)/, ".0");
}

const plainCharacters = /[^"\\\u0000-\u001f]+/y;
const canonicalEscape = /\\(?:["\\nrt]|u00(?:0[0-8bcef]|1[0-9a-f]))/y;
const jsonScalar = /null|true|false|[-.e0-9]+/y;

/** Whether a text is the canonical text of a JSON value. It does not recurse. */
function isCanonicalJson(text: string): boolean {
  // The last key of each open object, if it has one yet; null for an open array.
  const open: (string | undefined | null)[] = [];
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const isFound = pattern.test(text);
    if (isFound) at = pattern.lastIndex;
    return isFound;
  };
  const skipCharacter = (character: string): boolean => {
    const isNext = text[at] === character;
    if (isNext) at += 1;
    return isNext;
  };
  const skipString = (): boolean => {
    if (!skipCharacter('"')) return false;
    do skip(plainCharacters);
    while (skip(canonicalEscape));
    return skipCharacter('"');
  };
  const skipKey = (): boolean => {
    const start = at;
    if (!skipString()) return false;
    const key = JSON.parse(text.slice(start, at)) as string;
    const last = open.pop();
    open.push(key);
    return (typeof last !== "string" || compareTexts(last, key) < 0) && skipCharacter(":");
  };
  for (;;) {
    const start = at;
    const isArray = skipCharacter("[");
    if (isArray || skipCharacter("{")) {
      if (open.length === 64) return false;
      open.push(isArray ? null : undefined);
      if (text[at] !== (isArray ? "]" : "}")) {
        if (!isArray && !skipKey()) return false;
        continue;
      }
    } else if (text[at] === '"') {
      if (!skipString()) return false;
    } else {
      if (!skip(jsonScalar)) return false;
      const scalar = text.slice(start, at);
      if (!/^[ntf]/.test(scalar) && !isCanonicalNumber(scalar)) return false;
    }
    // A value ends here.
    while (open.length > 0 && skipCharacter(open[open.length - 1] === null ? "]" : "}")) open.pop();
    if (open.length === 0) return at === text.length;
    if (!skipCharacter(",") || (open[open.length - 1] !== null && !skipKey())) return false;
  }
}

function isCanonicalNumber(text: string): boolean {
  if (/^-?[0-9]+$/.test(text)) {
    if (!/^(?:0|-?[1-9][0-9]{0,19})$/.test(text)) return false;
    const value = BigInt(text);
    return value >= -(2n ** 63n) && value < 2n ** 64n;
  }
  // Adding 0 makes 0 of -0. JavaScript writes an exponent below 1e-6, the canonical form below 1e-7.
  const value = Number(text) + 0;
  const plain = (_: string, sign: string, first: string, rest: string) => `${sign}0.000000${first}${rest}`;
  const shortest = String(value)
    .replace("+", "")
    .replace(/^(-?)(\d)\.?(\d*)e-7$/, plain);
  return Number.isFinite(value) && pointed(shortest) === text;
}

const roundConstants = /* @__PURE__ */ new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

function sha256(bytes: Uint8Array): Uint8Array {
  const size = bytes.length;
  const padded = new Uint8Array(((size + 72) >> 6) << 6);
  padded.set(bytes);
  padded[size] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, size / 2 ** 29);
  view.setUint32(padded.length - 4, size * 8);
  const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));
  const words = new Int32Array(64);
  const state = new Int32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]);
  for (let start = 0; start < padded.length; start += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(start + 4 * at);
    for (let at = 16; at < 64; at++) {
      const early = words[at - 15]!;
      const late = words[at - 2]!;
      const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const other = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[at] = words[at - 16]! + one + words[at - 7]! + other;
    }
    // Variables are faster than an array here.
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let at = 0; at < 64; at++) {
      const mixed = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
      const one = (h + mixed + roundConstants[at]! + words[at]!) | 0;
      const other = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + other) | 0;
    }
    state[0]! += a;
    state[1]! += b;
    state[2]! += c;
    state[3]! += d;
    state[4]! += e;
    state[5]! += f;
    state[6]! += g;
    state[7]! += h;
  }
  state.forEach((word, at) => view.setInt32(4 * at, word));
  return padded.subarray(0, 32);
}

const hexadecimalDigits = "0123456789abcdef";

function hexadecimal(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    text += hexadecimalDigits[byte >> 4]! + hexadecimalDigits[byte & 15]!;
  }
  return text;
}

// The reader of value files. The bytes may come from anywhere: everything is checked before it is used.

const maxLevels = 32;

/** The wire type of each kind: 0 a varint, 1 eight bytes, 2 with a length, 5 four bytes. */
const wireTypes: readonly number[] = [-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 5, 1, 0, 2, 2, 2, 2, 2];

/** The kind of each case of `ConfigValue` from 2 on. */
const partKinds: readonly number[] = [0, 0, 16, 19, 17, 0, 0, 18];

declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

/** Thrown for a value that does not have the form of its type, or has too many parts. */
class OtherForm {}

/** Reads values. Without a type, it accepts values of any type, and only checks their form. */
class ValueReader {
  readonly types: readonly TableType[];
  readonly bytes: Uint8Array;
  readonly view: DataView;
  decoder: InstanceType<typeof TextDecoder> | undefined;
  at = 0;
  /** The end of the message that is read. */
  end: number;
  /** The halves of the last number. */
  low = 0;
  high = 0;
  /** The number of elements of the last list. */
  count = 0;

  constructor(types: readonly TableType[], bytes: Uint8Array, end: number) {
    this.types = types;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = end;
  }

  refused(why: string): LoadError {
    return new LoadError({ kind: "decode", offset: this.at, why }, `byte ${this.at}: ${why}`);
  }

  /** Reads a number of at most 64 bits in its shortest form. Returns it as a float64, which may round it. */
  varint(): number {
    const first = this.bytes[this.at]!;
    // Most numbers take one byte.
    if (first < 0x80 && this.at < this.end) {
      this.at += 1;
      this.high = 0;
      return (this.low = first);
    }
    let low = 0;
    let high = 0;
    for (let n = 0; n < 10; n++) {
      const byte = this.bytes[this.at + n]!;
      if (this.at + n >= this.end) throw this.refused("the bytes end inside a value");
      if (n < 5) low |= (byte & 0x7f) << (7 * n);
      if (n > 3) high |= n === 4 ? (byte & 0x7f) >> 4 : (byte & 0x7f) << (7 * n - 32);
      if (byte > 0x7f) continue;
      if (n === 9 && byte > 1) break;
      if (byte === 0 && n > 0) throw this.refused("a number is not written in its shortest form");
      this.at += n + 1;
      this.low = low >>> 0;
      this.high = high >>> 0;
      return this.high * 2 ** 32 + this.low;
    }
    throw this.refused("a number has more than 64 bits");
  }

  /** Reads an integer or a variant of this kind. The lowest bit of a signed one is its sign. */
  integer(kind: number): bigint {
    this.varint();
    const is32 = kind < 5 || (kind > 5 && kind < 9);
    if (is32 && this.high > 0) throw this.refused("a number does not fit into 32 bits");
    const { low, high } = this;
    // Most numbers are small, and then one `bigint` is made.
    if (high === 0) return BigInt(kind < 6 ? low : low % 2 === 1 ? -(low + 1) / 2 : low / 2);
    const number = (BigInt(high) << 32n) | BigInt(low);
    return kind < 6 ? number : number & 1n ? -(number >> 1n) - 1n : number >> 1n;
  }

  /** Skips bytes, and returns where they begin. */
  skip(size: number): number {
    const start = this.at;
    if (size > this.end - start) throw this.refused("the bytes end inside a value");
    this.at += size;
    return start;
  }

  text(): string {
    const size = this.varint();
    const start = this.skip(size);
    let text = "";
    // Most texts are short and of ASCII.
    for (let at = start; text.length < size && size < 99; at++) {
      const byte = this.bytes[at]!;
      if (byte > 0x7f) break;
      text += String.fromCharCode(byte);
    }
    if (text.length === size) return text;
    try {
      this.decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      return this.decoder.decode(this.bytes.subarray(start, this.at));
    } catch {
      throw this.refused("a text is not UTF-8");
    }
  }

  /** Skips this tag if it is the next. Returns whether it was. */
  has(field: number, wire: number): boolean {
    const isNext = this.at < this.end && this.bytes[this.at] === field * 8 + wire;
    if (isNext) this.at += 1;
    return isNext;
  }

  needs(field: number, wire: number, what: string): void {
    if (!this.has(field, wire)) throw this.refused(`expected ${what}, found none`);
  }

  /** Reads the tag of the only field of a message, and returns its number. */
  oneof(cases: number, wires?: readonly number[]): number {
    const tag = this.varint();
    const field = tag < 2 ** 31 ? tag >> 3 : 0;
    if (field >= 1 && field <= cases && (tag & 7) === (wires ? wires[field] : 2)) return field;
    throw this.refused("expected one case of a oneof");
  }

  /** Reads the length of the next message, and all of the message. */
  inside<T>(read: () => T): T {
    const end = this.enter();
    const value = read();
    this.leave(end);
    return value;
  }

  /** Reads the length of a message, and goes into it. Returns the end of the message around it. */
  enter(): number {
    const { end } = this;
    const size = this.varint();
    if (size > end - this.at) throw this.refused("the bytes end inside a value");
    this.end = this.at + size;
    return end;
  }

  /** Leaves a message after all of it was read. */
  leave(end: number): void {
    this.finish();
    this.end = end;
  }

  finish(): void {
    if (this.at < this.end) throw this.refused("a field is unknown, repeated or out of order");
  }

  /** Reads a `ConfigValue` of a field. */
  field(field: TableField | undefined, level: number): GenericValue {
    const end = this.enter();
    const value = this.value(field && this.types[field.type], level, field);
    this.leave(end);
    return value;
  }

  /** Reads the content of a `ConfigValue`. */
  value(type: TableType | undefined, level: number, field?: TableField): GenericValue {
    this.checkLevel(level);
    const shape = this.oneof(7);
    if (shape === 5 || shape === 6) {
      this.inside(() => undefined);
      if (type && !(shape === 5 ? field?.optional : field?.nullable)) throw new OtherForm();
      return shape === 5 ? undefined : null;
    }
    if (shape > 1) return this.part(partKinds[shape]!, type, level);
    const end = this.enter();
    const value = this.part(this.oneof(15, wireTypes), type, level);
    this.leave(end);
    return value;
  }

  checkLevel(level: number): void {
    if (level > maxLevels) throw this.refused(`values nest deeper than ${maxLevels} levels`);
  }

  /** Reads a value of this kind, without its tag. */
  part(kind: number, type: TableType | undefined, level: number): GenericValue {
    if (type && kind !== type.kind) throw new OtherForm();
    if (kind === 1) {
      const number = this.varint();
      if (number > 1) throw this.refused("expected 0 or 1, found another number");
      return number === 1;
    }
    if (kind < 10 || kind === 13) return this.integer(kind);
    if (kind === 10) return this.text();
    if (kind === 11) return this.view.getFloat32(this.skip(4), true);
    if (kind === 12) return this.view.getFloat64(this.skip(8), true);
    if (kind === 14) return this.inside(() => this.members(type?.members, level + 1));
    if (kind === 15) {
      const text = this.text();
      if (!isCanonicalJson(text)) throw this.refused("a JSON value is not canonical");
      return text;
    }
    this.checkLevel(level);
    if (kind === 17) return this.inside(() => this.entries(type, level + 1));
    if (kind === 18) return this.inside(() => this.union(type, level + 1));
    return this.inside(() => this.elements(type, level + 1));
  }

  /** The number of next fields with this tag. An array of the right size takes less memory than one that grows. */
  ahead(field: number, wire: number): number {
    const { at } = this;
    let count = 0;
    for (; this.has(field, wire); count++) this.skip(this.varint());
    this.at = at;
    return count;
  }

  members(members: readonly TableField[] | undefined, level: number): GenericValue[] {
    if (members && this.ahead(1, 2) !== members.length) throw new OtherForm();
    const values = new Array<GenericValue>(members ? members.length : 0);
    for (let at = 0; this.has(1, 2); at++) {
      const value = this.field(members?.[at], level);
      if (members) values[at] = value;
    }
    return values;
  }

  /** Reads the elements of a list or the values of a map. They are counted before they take memory. */
  elements(list: TableType | undefined, level: number): GenericList {
    const { item = -1, most = Infinity } = list ?? {};
    const [found, type] = [this.oneof(18), this.types[item]];
    // Vectors and arrays are the same in lists.
    const kind = found === 16 && type?.kind === 19 ? 19 : found;
    if (type && kind !== type.kind) throw new OtherForm();
    return this.inside(() => {
      if (wireTypes[found] !== 2 && this.has(1, 2)) return this.inside(() => this.packed(kind, type, most));
      const count = this.ahead(1, 2);
      if (count > most) throw new OtherForm();
      const values = new Array<GenericValue>(list ? count : 0);
      for (let at = 0; this.has(1, 2); at++) {
        const value = this.part(kind, type, level);
        if (list) values[at] = value;
      }
      this.count = count;
      return values;
    });
  }

  /** Reads the elements of a packed list. They are counted before they take memory. */
  packed(kind: number, type: TableType | undefined, most: number): GenericList {
    if (this.at === this.end) throw this.refused("an empty list must be left out");
    const isVarint = kind !== 11 && kind !== 12;
    let count = isVarint ? 0 : Math.ceil((this.end - this.at) / (kind === 11 ? 4 : 8));
    for (let at = this.at; isVarint && at < this.end; at++) count += this.bytes[at]! < 0x80 ? 1 : 0;
    if (count > most) throw new OtherForm();
    const kept = type ? count : 0;
    const bools: boolean[] = [];
    const numbers = !isVarint
      ? new Float64Array(kept)
      : kind < 6
        ? new BigUint64Array(kept)
        : new BigInt64Array(kept);
    for (let at = 0; this.at < this.end; at++) {
      const value = this.part(kind, type, 0);
      if (typeof value !== "boolean") numbers[at] = value as never;
      else if (type) bools.push(value);
    }
    this.count = count;
    return kind === 1 ? bools : numbers;
  }

  entries(map: TableType | undefined, level: number): MapEntries {
    const count = this.ahead(1, 2);
    if (map && count > map.most!) throw new OtherForm();
    const keys = new Array<string>(map ? count : 0);
    let last = "";
    for (let at = 0; this.has(1, 2); at++) {
      const key = this.text();
      if (at > 0 && compareTexts(last, key) >= 0) {
        throw this.refused("the keys of a map are not in ascending byte order, each once");
      }
      last = key;
      if (map) keys[at] = key;
    }
    this.needs(2, 2, "the values of a map");
    const values = this.inside(() => this.elements(map, level));
    if (this.count !== count) throw this.refused(`expected values of ${count} entries, found ${this.count}`);
    return { keys, values };
  }

  union(union: TableType | undefined, level: number): UnionValue {
    this.needs(1, 0, "the number of a case");
    const number = this.varint();
    if (number === 0) throw this.refused("0 is not the number of a case");
    const found = union?.cases?.[number - 1];
    if (union && !found) throw new OtherForm();
    this.needs(2, 2, "the value of a case");
    const value = this.inside(() => this.value(found && this.types[found.type], level));
    return { position: number - 1, value };
  }
}

// The runtime.

/** The form of values: typed, plain data, or plain data with numbers and JSON values as JSON texts. */
interface ValueForm {
  readonly as: "typed" | "data" | "text";
  /** Whether plain data has the values of sensitive fields. */
  readonly secrets: boolean;
}

/** Whether plain data has the values of sensitive fields. */
export interface PlainOptions {
  readonly secrets?: boolean;
}

/** Where a value does not fit, and why. */
interface Misfit {
  readonly path: string;
  readonly why: string;
}

function within(path: string, misfit: Misfit | undefined): Misfit | undefined {
  return misfit && { path: path + misfit.path, why: misfit.why };
}

function refusal(kind: "constraint" | "override", { path, why }: Misfit): LoadError {
  const where = kind === "override" ? "override of" : "field";
  return new LoadError({ kind, path, why }, `${where} \`${path}\`: ${why}`);
}

/** The names of the kinds from 0 on. */
const kindNames =
  "? bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 string float32 float64 enum struct json vector map union array";

function hasForm(kind: number, value: GenericValue): boolean {
  if (kind === 1) return typeof value === "boolean";
  if (kind === 10 || kind === 15) return typeof value === "string" && !/[\ud800-\udfff]/u.test(value);
  if (kind === 11 || kind === 12) {
    const isExact = kind === 12 || Math.fround(value as number) === value;
    return typeof value === "number" && Number.isFinite(value) && isExact && !Object.is(value, -0);
  }
  if (kind < 14) return typeof value === "bigint";
  if (isList(value)) return kind === 14 || kind === 16 || kind === 19;
  return typeof value === "object" && value !== null && kind === ("keys" in value ? 17 : 18);
}

function hasRepeated(list: GenericList): boolean {
  if (Array.isArray(list)) return new Set(list.map(identity)).size < list.length;
  const sorted = (list as BigInt64Array).slice().sort();
  return sorted.some((value, at) => value === sorted[at - 1]);
}

/** The number of a JSON value's kind in `kinds`. */
function jsonKind(text: string): number {
  return [2, 16, 8, 4, 1, 1, 32]['{["tfn'.indexOf(text.charAt(0)) + 1]!;
}

const knownVariants: WeakMap<TableVariants, VariantMaps> = /* @__PURE__ */ new WeakMap();

interface VariantMaps {
  readonly names: ReadonlyMap<bigint, string>;
  readonly numbers: ReadonlyMap<string, bigint>;
}

function mapsOf(variants: TableVariants): VariantMaps {
  const numbers = (): Map<string, bigint> => new Map(variants.map(([number, name]) => [name, number]));
  const maps = knownVariants.get(variants) ?? { names: new Map(variants), numbers: numbers() };
  knownVariants.set(variants, maps);
  return maps;
}

class SchemaRuntime {
  readonly table: RuntimeTable;

  constructor(table: RuntimeTable) {
    this.table = table;
  }

  /** Reads, checks and converts a value file. */
  load(bytes: Uint8Array, overrides: object = {}): unknown {
    const { fields } = this.table;
    const values = this.read(bytes);
    for (const [property, given] of Object.entries(overrides)) {
      if (given === undefined) continue;
      const at = fields.findIndex((field) => propertyOf(field) === property);
      const field = fields[at];
      if (!field?.parent) {
        const why = field ? "the field is not mutable by the parent" : "no field has this name";
        throw refusal("override", { path: field?.key ?? printable(property, 120), why });
      }
      const value = given === CLEAR ? undefined : this.genericField(field, given);
      values[at] = this.checked("override", field, value);
    }
    return this.finished(values);
  }

  /** Makes a configuration of values by hand. */
  build(given: object): unknown {
    const values = this.genericMembers(this.table.fields, given);
    this.table.fields.forEach((field, at) => this.checked("constraint", field, values[at]));
    return this.finished(values);
  }

  finished(values: GenericValue[]): unknown {
    this.checkRules(values);
    return this.typedMembers(this.table.fields, values, false);
  }

  /** The keys of the fields that differ. */
  changed(before: object, after: object): string[] {
    const { fields } = this.table;
    const [one, other] = [before, after].map((config) => this.genericMembers(fields, config).map(identity));
    return fields.filter((_, at) => one![at] !== other![at]).map((field) => field.key);
  }

  plain(config: object, options: PlainOptions): Record<string, unknown> {
    return this.plainConfig(config, { as: "data", secrets: options.secrets === true });
  }

  json(config: object, options: PlainOptions): string {
    return jsonText(this.plainConfig(config, { as: "text", secrets: options.secrets === true }));
  }

  plainConfig(config: object, form: ValueForm): Record<string, unknown> {
    const { fields } = this.table;
    return Object.fromEntries(this.plainMembers(fields, this.genericMembers(fields, config), form));
  }

  /** Reads the values of a file, which all fit. */
  read(bytes: Uint8Array): GenericValue[] {
    const { fields, checksum: expected } = this.table;
    const end = bytes.length - 35;
    const refuse = (offset: number, why: string): never => {
      throw new LoadError({ kind: "decode", offset, why }, `byte ${offset}: ${why}`);
    };
    if (bytes.length > 2 ** 26) refuse(0, `expected at most ${2 ** 26} bytes, found ${bytes.length}`);
    if (end < 0 || bytes[end] !== 0xa2 || bytes[end + 1] !== 6 || bytes[end + 2] !== 32) {
      refuse(bytes.length, "no SHA-256 at the end: the file may be cut off");
    }
    const isDamaged = sha256(bytes.subarray(0, end)).some((byte, at) => byte !== bytes[end + 3 + at]);
    if (isDamaged) refuse(end, "the bytes are damaged: their SHA-256 differs");
    try {
      const { values, checksum } = this.content(bytes, end, true);
      if (checksum === expected && values.length === fields.length) return values;
    } catch (error) {
      if (!(error instanceof LoadError || error instanceof OtherForm)) throw error;
    }
    // The second time, everything is checked in the documented order, to find the first mistake.
    const { values, checksum, embedded } = this.content(bytes, end, false);
    if (checksum !== expected) {
      const differences = embedded && differencesFrom(this.table, embedded);
      const other = `the values were compiled for another interface: expected ${expected}, found ${checksum}`;
      const message = [other, ...(differences ?? [])].join("; ");
      throw new LoadError({ kind: "checksum", expected, found: checksum, differences }, message);
    }
    if (values.length !== fields.length) {
      const message = `expected one value for each field (${fields.length}), found ${values.length}`;
      throw new LoadError({ kind: "count", expected: fields.length, found: values.length }, message);
    }
    return this.content(bytes, end, true).values;
  }

  /** Reads the content of a file: with types, of which every value is checked, or without. */
  content(bytes: Uint8Array, end: number, isTyped: boolean): FileContent {
    const reader = new ValueReader(this.table.types, bytes, end);
    const values: GenericValue[] = [];
    while (reader.has(1, 2)) {
      const field = isTyped ? this.table.fields[values.length] : undefined;
      if (isTyped && !field) throw new OtherForm();
      try {
        const around = reader.enter();
        reader.oneof(1);
        const value = reader.field(field, 1);
        reader.leave(around);
        values.push(field && this.checked("constraint", field, value));
      } catch (error) {
        if (!field || !(error instanceof OtherForm)) throw error;
        const why = "the value is of another type, or has too many parts";
        throw refusal("constraint", { path: field.key, why });
      }
    }
    reader.needs(2, 2, "a checksum");
    const digits = reader.inside(() => {
      reader.oneof(1);
      const size = reader.varint();
      if (size !== 32) throw reader.refused("expected a checksum of 32 bytes");
      return hexadecimal(bytes.subarray(reader.skip(size), reader.at));
    });
    const embedded = reader.has(15, 2) ? reader.inside(() => embeddedSchema(reader)) : undefined;
    reader.finish();
    return { values, checksum: `sha256:${digits}`, embedded };
  }

  checked(kind: "constraint" | "override", field: TableField, value: GenericValue): GenericValue {
    const misfit = this.misfitOfField(field, value, false);
    if (misfit) throw refusal(kind, misfit);
    return value;
  }

  misfitOfField(field: TableField, value: GenericValue, secret: boolean): Misfit | undefined {
    if ((value === undefined && field.optional) || (value === null && field.nullable)) return undefined;
    return within(field.key, this.misfit(field.type, value, secret || field.sensitive === true));
  }

  /** Where and why a value does not fit a type. A path does not show keys that are secret. */
  misfit(position: number, value: GenericValue, secret: boolean): Misfit | undefined {
    const type = this.table.types[position]!;
    const refused = (why: string): Misfit => ({ path: "", why });
    // To read a property of a type takes long, because types have many shapes.
    if (value === unfit || !hasForm(type.kind, value)) {
      return refused(`expected a value of type ${kindNames.split(" ")[type.kind]}`);
    }
    if (typeof value === "string") {
      const { least = 0, most = Infinity, pattern } = type;
      const size = utf8Size(value);
      if (size < least || size > most) return refused(`expected from ${least} to ${most} bytes`);
      if (type.kinds && !(type.kinds & jsonKind(value))) return refused("expected JSON of another kind");
      if (pattern === undefined || matches(this.table.patterns[pattern]!, value)) return undefined;
      return refused("expected a match of the pattern");
    }
    if (type.variants) {
      return mapsOf(type.variants).names.has(value as bigint) ? undefined : refused("expected a variant");
    }
    if (typeof value === "bigint" || typeof value === "number") {
      const { min = -Infinity, max = Infinity } = type;
      return value < min || value > max ? refused(`expected from ${min} to ${max}`) : undefined;
    }
    if (typeof value !== "object" || value === null) return undefined;
    if ("position" in value) {
      const found = type.cases?.[value.position];
      if (!found) return refused("expected a case of the union");
      return within(`.${found.key}`, this.misfit(found.type, value.value, secret));
    }
    const { least = 0, most = Infinity, item = -1 } = type;
    const entries = isList(value) ? undefined : value;
    const list = isList(value) ? value : value.values;
    if (list.length < least || list.length > most) return refused(`expected from ${least} to ${most} parts`);
    if (type.members && list.length !== type.members.length) return refused("expected all members");
    for (let at = 0; at < list.length; at++) {
      const member = type.members?.[at];
      const key = entries?.keys[at];
      const misfit =
        (key === undefined ? undefined : this.misfitOfKey(type.key!, key)) ??
        (member ? this.misfitOfField(member, list[at], secret) : this.misfit(item, list[at], secret));
      if (!misfit) continue;
      const step = key === undefined ? at : secret ? "…" : quoted(key);
      return within(member ? "." : `[${step}]`, misfit);
    }
    return type.unique && hasRepeated(list) ? refused("expected no two equal elements") : undefined;
  }

  misfitOfKey(position: number, key: string): Misfit | undefined {
    const { variants } = this.table.types[position]!;
    const isKnown = !variants || mapsOf(variants).numbers.has(key);
    if (key.startsWith("$") || !isKnown) return { path: "", why: "expected another key" };
    return variants ? undefined : this.misfit(position, key, true);
  }

  typedMembers(fields: readonly TableField[], values: GenericList, secret: boolean): object {
    const object: Record<string, unknown> = {};
    const form: ValueForm = { as: "typed", secrets: secret };
    const wrapped: ValueForm = { as: "typed", secrets: true };
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at]!;
      const value = values[at];
      const isWrapped = field.sensitive === true && !secret && value !== undefined;
      const isNone = value === undefined || value === null;
      const made = isNone ? value : this.made(field.type, value, isWrapped ? wrapped : form);
      object[propertyOf(field)] = isWrapped ? new Secret(made) : made;
    }
    return Object.freeze(object);
  }

  /** The names and plain data of members. Entries of a rest are among them. */
  plainMembers(fields: readonly TableField[], values: GenericList, form: ValueForm): [string, unknown][] {
    return fields.flatMap((field, at): [string, unknown][] => {
      const value = values[at];
      const name = field.name ?? field.key;
      // A struct is split; anything else that holds something sensitive is left out as a whole.
      const isSplit = this.table.types[field.type]!.members !== undefined && isList(value);
      const isSecret = field.sensitive || (field.holdsSensitive && !isSplit && value !== undefined);
      // A default would replace an absent value that is left out.
      if ((isSecret && !form.secrets) || (value === undefined && field.default === undefined)) return [];
      if (value === undefined || value === null) return [[name, null]];
      const data = this.made(field.type, value, form);
      return field.rest ? Object.entries(data as object) : [[name, data]];
    });
  }

  /** Converts a value of this type. In the typed form, `secrets` says that it is in a secret. */
  made(position: number, value: GenericValue, form: ValueForm): unknown {
    const type = this.table.types[position]!;
    const isTyped = form.as === "typed";
    if (isList(value)) {
      const { members, item = -1 } = type;
      if (members && isTyped) return this.typedMembers(members, value, form.secrets);
      if (members) return Object.fromEntries(this.plainMembers(members, value, form));
      const list = listed(value, (one) => this.made(item, one, form));
      return isTyped ? Object.freeze(list) : list;
    }
    if (typeof value === "object" && value !== null) {
      if ("keys" in value) {
        const { keys, values } = value;
        const entries = listed(values, (one, at) => [keys[at]!, this.made(type.item!, one, form)] as const);
        return isTyped ? new Map(entries) : Object.fromEntries(entries);
      }
      const { key, text = key, type: inner } = type.cases![value.position]!;
      const inside = this.made(inner, value.value, form);
      if (isTyped) return Object.freeze({ case: key, value: inside });
      return type.tag === undefined ? inside : { ...(inside as object), [type.tag]: text };
    }
    if (typeof value === "boolean") return value;
    const { kind, variants } = type;
    if (variants) return mapsOf(variants).names.get(value as bigint);
    if (kind === 15) return form.as === "data" ? JSON.parse(value as string) : new Json(value as string);
    if (typeof value === "number" && !isTyped) {
      const text = floatText(value, kind === 11);
      return form.as === "data" ? Number(text) : new Json(pointed(text));
    }
    if (typeof value !== "bigint") return value;
    if (form.as === "text") return new Json(String(value));
    const { min, max } = type;
    const isSafe = min! >= Number.MIN_SAFE_INTEGER && max! <= Number.MAX_SAFE_INTEGER;
    return isSafe ? Number(value) : value;
  }

  /** Makes a generic value of a typed one, which may be of a wrong type. */
  generic(position: number, given: unknown): GenericValue {
    const { kind, item = -1, variants, members, cases } = this.table.types[position]!;
    if (variants) return mapsOf(variants).numbers.get(given as string) ?? unfit;
    if (kind === 15) return given instanceof Json && isCanonicalJson(given.text) ? given.text : unfit;
    if (typeof given === "number" && kind < 10) return Number.isSafeInteger(given) ? BigInt(given) : unfit;
    if (typeof given !== "object" || given === null) return given as GenericValue;
    if (members) return this.genericMembers(members, given);
    if (cases && "case" in given && "value" in given) {
      const at = cases.findIndex(({ key }) => key === given.case);
      return at < 0 ? unfit : { position: at, value: this.generic(cases[at]!.type, given.value) };
    }
    if (kind === 17 && given instanceof Map) {
      const entries = [...(given as ReadonlyMap<string, unknown>)];
      if (entries.some(([key]) => typeof key !== "string")) return unfit;
      entries.sort(([one], [other]) => compareTexts(one, other));
      const values = entries.map(([, value]) => this.generic(item, value));
      return { keys: entries.map(([key]) => key), values };
    }
    return Array.isArray(given) && item >= 0 ? given.map((one) => this.generic(item, one)) : unfit;
  }

  genericField(field: TableField, given: unknown): GenericValue {
    const value = given instanceof Secret ? (given.reveal() as unknown) : given;
    return value === undefined || value === null ? value : this.generic(field.type, value);
  }

  /** The members of a typed struct. Those that are not given have their defaults. */
  genericMembers(fields: readonly TableField[], given: object): GenericValue[] {
    return fields.map((field) => {
      const property = propertyOf(field);
      const isOwn = Object.prototype.hasOwnProperty.call(given, property);
      const found = isOwn ? (given as Record<string, unknown>)[property] : undefined;
      const isGiven = isOwn && (found !== undefined || field.optional === true);
      return isGiven ? this.genericField(field, found) : this.unset(field);
    });
  }

  /** The default of a field. */
  unset(field: TableField): GenericValue {
    const type = this.table.types[field.type]!;
    if (field.default === null) return unfit;
    if (field.default !== undefined) {
      const bytes = Uint8Array.from(field.default.match(/../g)!, (digits) => Number.parseInt(digits, 16));
      return new ValueReader(this.table.types, bytes, bytes.length).value(type, 1, field);
    }
    if (field.optional) return undefined;
    if (field.rest) return { keys: [], values: [] };
    return type.members ? type.members.map((member) => this.unset(member)) : unfit;
  }

  /** Throws the first broken rule. */
  checkRules(values: GenericList): void {
    for (const rule of this.table.rules) {
      for (const [path, place] of this.places(rule, values, "", 0)) {
        const result = this.evaluate(rule.check, values, place);
        if (result === true) continue;
        const text = `\`${printable(rule.text, Infinity)}\``;
        const fault = isFault(result) ? result.fault : undefined;
        const part = (one: string | readonly [number, readonly number[]]): string =>
          typeof one === "string" ? one : this.shown(one[0], this.evaluate(one[1], values, place));
        const [at, name] = [rule.places && path, rule.name];
        const message = [
          ...(fault !== undefined
            ? [`this rule cannot be evaluated: ${text}`, rule.hidesFault ? "" : `: ${fault}`]
            : (rule.message?.map(part) ?? [`this rule is broken: ${text}`])),
          at === undefined ? "" : ` (at \`${at}\`)`,
          name === undefined ? "" : ` [${name}]`,
        ];
        throw new LoadError({ kind: "rule", rule: rule.text, name, place: at }, message.join(""));
      }
    }
  }

  /** The places where a rule must hold, with their paths. */
  *places(
    rule: TableRule,
    value: GenericValue,
    path: string,
    step: number,
  ): Iterable<[string, GenericValue]> {
    const next = rule.places?.[step];
    if (next === undefined) {
      yield [path, value];
    } else if (typeof next === "object") {
      const inside = selected(value, next[0]);
      if (!isFault(inside)) yield* this.places(rule, inside, path + next[1], step + 1);
    } else if (isList(value)) {
      for (let at = 0; at < value.length; at++) {
        yield* this.places(rule, value[at], `${path}[${rule.hidesPlace ? "" : at}]`, step + 1);
      }
    } else {
      const { keys } = value as MapEntries;
      const elements = this.keysOf(value as MapEntries, next);
      for (const [at, key] of keys.entries())
        yield [path + (rule.hidesPlace ? "[]" : keyStep(key)), elements[at]];
    }
  }

  /** The keys of a map, or their variants: `enums` is 1 more than the position of the enum, or 0. */
  keysOf(map: MapEntries, enums: number): GenericList {
    const variants = this.table.enums[enums - 1];
    return variants ? map.keys.map((key) => mapsOf(variants).numbers.get(key)) : map.keys;
  }

  /** A value in the message of a rule. */
  shown(how: number, value: StackValue): string {
    if (isFault(value)) return "<not known>";
    if (typeof value === "number") return floatText(value, how === 2);
    return printable(
      String(how > 4 ? mapsOf(this.table.enums[how - 5]!).names.get(value as bigint) : value),
      64,
    );
  }

  /** The result of a code of a rule, or its fault. The numbers of operations are those of confc. */
  evaluate(code: readonly number[], values: GenericList, place: GenericValue): StackValue {
    const { integers, floats, strings, enums } = this.table;
    const stack: StackValue[] = [];
    const loops: RuleLoop[] = [];
    let at = 0;
    const operand = (): number => code[at++]!;
    const take = (count: number): StackValue[] => stack.splice(stack.length - count);
    const close = (result: StackValue, end: number): void => {
      stack.push(result);
      at = end;
    };
    while (at < code.length) {
      const operation = operand();
      const [count, result] = operations[operation] ?? [0];
      if (result) {
        const taken = take(count);
        stack.push(taken.find(isFault) ?? result(taken[0], taken[1]));
        continue;
      }
      switch (operation) {
        case 0: // False
        case 1: // True
          stack.push(operation === 1);
          break;
        case 2: // Integer
        case 5: // Variant
          stack.push(integers[operand()]);
          break;
        case 3: // Float
          stack.push(floats[operand()]);
          break;
        case 4: // String
          stack.push(strings[operand()]);
          break;
        case 6: // Field
          stack.push(selected(values, operand()));
          break;
        case 7: // Place
          stack.push(place);
          break;
        case 8: {
          // Element
          const loop = loops[operand()]!;
          stack.push(loop.elements[loop.index]);
          break;
        }
        case 9: {
          // Member
          const [of] = take(1);
          const position = operand();
          stack.push(isFault(of) ? of : selected(of, position));
          break;
        }
        case 10: {
          // List
          const elements = take(operand());
          stack.push(elements.find(isFault) ?? (elements as GenericValue[]));
          break;
        }
        case 13: // And
        case 14: {
          // Or
          const decides = operation === 14;
          const sides = take(2);
          stack.push(sides.includes(decides) ? decides : (sides.find(isFault) ?? !decides));
          break;
        }
        case 27: {
          // Conditional
          const [condition, yes, no] = take(3);
          stack.push(isFault(condition) ? condition : condition === true ? yes : no);
          break;
        }
        case 28: // Index
        case 29: {
          // Entry
          const variants = operation === 29 ? enums[operand() - 1] : undefined;
          const [of, index] = take(2);
          if (isFault(of)) stack.push(of);
          else if (isFault(index)) stack.push(index.isAbsence ? faults.noIndex : index);
          else stack.push(isList(of) ? elementAt(of, index) : entryAt(of as MapEntries, index, variants));
          break;
        }
        case 30: {
          // HasEntry
          const variants = enums[operand() - 1];
          const [key, map] = take(2);
          if (isFault(key) || isFault(map)) stack.push(isFault(key) ? key : map);
          else stack.push(entryAt(map as MapEntries, key, variants) !== faults.noEntry);
          break;
        }
        case 31: {
          // Has
          const [value] = take(1);
          stack.push(!isFault(value) || (value.isAbsence ? false : value));
          break;
        }
        case 38: // All
        case 39: {
          // Exists
          const [end, keys] = [operand(), operand()];
          const decides = operation === 39;
          const [of] = take(1);
          const elements = isFault(of) ? [] : isList(of) ? of : this.keysOf(of as MapEntries, keys);
          if (elements.length === 0) close(isFault(of) ? of : !decides, end);
          else loops.push({ elements, index: 0, decides, body: at, fault: undefined });
          break;
        }
        default: {
          // EndLoop
          const [result] = take(1);
          const loop = loops[loops.length - 1]!;
          if (isFault(result)) loop.fault ??= result;
          loop.index += 1;
          if (result !== loop.decides && loop.index < loop.elements.length) {
            at = loop.body;
          } else {
            loops.pop();
            stack.push(result === loop.decides ? result : (loop.fault ?? !loop.decides));
          }
        }
      }
    }
    return stack.pop();
  }
}

function propertyOf(field: TableField): string {
  return field.property ?? field.key;
}

function jsonText(data: unknown): string {
  if (typeof data !== "object" || data === null) return JSON.stringify(data);
  if (data instanceof Json) return data.text;
  if (Array.isArray(data)) return `[${data.map(jsonText).join()}]`;
  return `{${Object.entries(data)
    .map(([name, one]) => `${JSON.stringify(name)}:${jsonText(one)}`)
    .join()}}`;
}

/** Whether a string matches a pattern: all states that it may be in are followed at once. */
function matches(states: TablePattern, text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0)!);
  const marks = new Uint32Array(states.length);
  let open = [0];
  for (let at = 0; ; at++) {
    const waiting: (readonly number[])[] = [];
    let ends = false;
    for (let position = open.pop(); position !== undefined; position = open.pop()) {
      if (marks[position] === at + 1) continue;
      marks[position] = at + 1;
      const state = states[position]!;
      const [kind, first = 0, second = 0] = state;
      if (kind === undefined) ends = true;
      else if (kind === 0) waiting.push(state);
      else if (kind === 1) open.push(first, second);
      else if (isAsserted(first, codes[at - 1], codes[at])) open.push(second);
    }
    const code = codes[at];
    if (code === undefined) return ends;
    open = waiting.filter((state) => inRanges(state, 2, code)).map((state) => state[1]!);
    if (open.length === 0) return false;
  }
}

/** Whether an assertion of a pattern holds between two characters. */
function isAsserted(kind: number, before: number | undefined, after: number | undefined): boolean {
  const [word, next] = [before, after].map(
    (code) => code !== undefined && /\w/.test(String.fromCodePoint(code)),
  );
  const [start, end] = [before === undefined, after === undefined];
  const lines = [start, end, start || before === 10, end || after === 10];
  lines.push(start || before === 10 || (before === 13 && after !== 10));
  lines.push(end || after === 13 || (after === 10 && before !== 13));
  return [...lines, word !== next, word === next, !word && next, word && !next, !word, !next][kind]!;
}

/** Why an operation of a rule has no result. With `isAbsence`, a field, member or case has no value. */
interface RuleFault {
  readonly fault: string;
  readonly isAbsence?: boolean;
}

const faults = {
  nothingSet: { fault: "an optional field has no value", isAbsence: true },
  isNull: { fault: "a nullable field is null", isAbsence: true },
  otherCase: { fault: "the value of a union is of another case", isAbsence: true },
  noIndex: { fault: "a field in the index has no value" },
  noElement: { fault: "there is no element at this index" },
  noEntry: { fault: "there is no entry with this key" },
  byZero: { fault: "division by zero" },
  notFinite: { fault: "the result is too large for a float64" },
  notExact: { fault: "the integer has no exact float64 value" },
} as const;

type StackValue = GenericValue | RuleFault;

interface RuleLoop {
  readonly elements: GenericList;
  readonly decides: boolean;
  readonly body: number;
  index: number;
  fault: RuleFault | undefined;
}

function isFault(value: StackValue): value is RuleFault {
  return typeof value === "object" && value !== null && "fault" in value;
}

/** A member of a struct or case of a union. */
function selected(of: GenericValue, position: number): StackValue {
  const found = isList(of) ? of[position] : undefined;
  if (isList(of)) return found === undefined ? faults.nothingSet : found === null ? faults.isNull : found;
  return (of as UnionValue).position === position ? (of as UnionValue).value : faults.otherCase;
}

function elementAt(list: GenericList, index: GenericValue): StackValue {
  const at = Number(index);
  return at >= 0 && at < list.length ? list[at] : faults.noElement;
}

/** The value of an entry. `variants` names the keys if they are variants. */
function entryAt({ keys, values }: MapEntries, key: GenericValue, variants?: TableVariants): StackValue {
  const name = variants ? mapsOf(variants).names.get(key as bigint)! : (key as string);
  let [least, most] = [0, keys.length];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (compareTexts(keys[middle]!, name) < 0) least = middle + 1;
    else most = middle;
  }
  return keys[least] === name ? values[least] : faults.noEntry;
}

/** An integer, or a finite float that is not -0. */
function finite(result: any): StackValue {
  return typeof result === "bigint" ? result : Number.isFinite(result) ? result + 0 : faults.notFinite;
}

function order(one: any, other: any): number {
  return typeof one === "string" ? compareTexts(one, other) : Number(one > other) - Number(one < other);
}

/** Operations that take values without faults, whose types were checked when the rule was compiled. */
const operations: Readonly<
  Record<number, readonly [count: number, result: (one: any, other: any) => StackValue]>
> = {
  11: [1, (one) => !one],
  12: [1, (one) => (typeof one === "bigint" ? -one : 0 - one)],
  15: [2, (value, list) => listed(list, identity).includes(identity(value))],
  16: [2, (one, other) => identity(one) === identity(other)],
  17: [2, (one, other) => identity(one) !== identity(other)],
  18: [2, (one, other) => order(one, other) < 0],
  19: [2, (one, other) => order(one, other) <= 0],
  20: [2, (one, other) => order(one, other) > 0],
  21: [2, (one, other) => order(one, other) >= 0],
  22: [2, (one, other) => finite(one + other)],
  23: [2, (one, other) => finite(one - other)],
  24: [2, (one, other) => finite(one * other)],
  25: [2, (one, other) => (Number(other) === 0 ? faults.byZero : finite(one / other))],
  26: [2, (one, other) => (other === 0n ? faults.byZero : one % other)],
  32: [1, (of) => BigInt((isList(of) ? of : of.keys).length)],
  33: [1, (text) => BigInt(utf8Size(text))],
  34: [1, (integer) => (BigInt(Number(integer)) === integer ? Number(integer) : faults.notExact)],
  35: [2, (text, part) => text.startsWith(part)],
  36: [2, (text, part) => text.endsWith(part)],
  37: [2, (text, part) => text.includes(part)],
};

/** The step of a path to an entry. */
function keyStep(key: string): string {
  if (isKey(key)) return `.${key}`;
  const escaped = Array.from(key, (character) => {
    if (/["\\\n\r\t]/.test(character)) return JSON.stringify(character).slice(1, -1);
    if (!inRanges(unsafeRanges, 0, character.codePointAt(0)!)) return character;
    const unit = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return character.split("").map(unit).join("");
  });
  return `["${escaped.join("")}"]`;
}

interface FileContent {
  readonly values: GenericValue[];
  readonly checksum: string;
  readonly embedded: EmbeddedSchema | undefined;
}

interface EmbeddedSchema {
  /** Types by key. */
  readonly types: Map<string, string>;
  readonly rules: readonly string[];
}

function embeddedSchema(reader: ValueReader): EmbeddedSchema {
  const types = new Map<string, string>();
  const rules: string[] = [];
  let last = "";
  while (reader.has(1, 2)) {
    reader.inside(() => {
      const key = reader.has(1, 2) ? reader.text() : "";
      if (!isKey(key) || key <= last) throw reader.refused("expected keys in ascending order");
      const type = reader.has(2, 2) ? reader.text() : "";
      if (type === "") throw reader.refused("expected a type, found none");
      if (reader.has(3, 0) && reader.varint() !== 1) throw reader.refused("expected 1, found another number");
      types.set(key, type);
      last = key;
    });
  }
  if (types.size === 0) throw reader.refused("expected at least one field, found none");
  while (reader.has(2, 2)) {
    const rule = reader.text();
    if (compareTexts(rules[rules.length - 1] ?? "", rule) >= 0) {
      throw reader.refused("expected rules in ascending order");
    }
    rules.push(rule);
  }
  return { types, rules };
}

function isKey(text: string): boolean {
  return /^[a-z](?:[a-z0-9_]{0,62}[a-z0-9])?$/.test(text);
}

/** The differences between the fields and rules of the table and of a file. */
function differencesFrom(table: RuntimeTable, embedded: EmbeddedSchema): readonly string[] {
  const declared = new Map(table.fields.map((field) => [field.key, field.text ?? ""]));
  const differences: string[] = [];
  let count = 0;
  // Only the first ones are listed.
  const differ = (tell: () => string): void => {
    if (count < 10) differences.push(tell());
    count += 1;
  };
  // Shortens a long text to the part around the first difference from the other text.
  const part = (text: string, other: string): string => {
    const [characters, others] = [Array.from(text), Array.from(other)];
    if (characters.length <= 120) return quoted(text);
    const first = characters.findIndex((character, at) => character !== others[at]);
    const skipped = Math.max(0, (first < 0 ? characters.length : first) - 20);
    return quoted((skipped > 0 ? "…" : "") + characters.slice(skipped, skipped + 121).join(""));
  };
  for (const key of [...new Set([...declared.keys(), ...embedded.types.keys()])].sort()) {
    const [expected, found] = [declared.get(key), embedded.types.get(key)];
    if (expected === found) continue;
    differ(() => {
      if (found === undefined) return `field \`${key}\` (${part(expected ?? "", "")}) is not in the values`;
      if (expected === undefined) {
        return `the values have \`${key}\` (${part(found, "")}), which is not declared`;
      }
      const [known, other] = [part(expected, found), part(found, expected)];
      return `field \`${key}\` is declared as ${known}, but is ${other} in the values`;
    });
  }
  const rules = table.rules.map((rule) => rule.text);
  const [known, claimed] = [new Set(rules), new Set(embedded.rules)];
  for (const rule of rules.filter((one) => !claimed.has(one))) {
    differ(() => `the values were compiled without the rule ${quoted(rule)}`);
  }
  for (const rule of embedded.rules.filter((one) => !known.has(one))) {
    differ(() => `the values were compiled with the rule ${quoted(rule)}, which is not declared`);
  }
  return count > 10 ? [...differences, `and ${count - 10} more differ`] : differences;
}

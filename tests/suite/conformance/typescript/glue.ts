// Functions for the testee. They are appended to a client, so that they can use its table.

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

function hexText(text: string): string {
  return hexadecimal(new TextEncoder().encode(text));
}

/** A value as the conformance suite writes it. */
function valueText(position: number, value: GenericValue): string {
  const { kind, item = -1, members, cases } = table.types[position]!;
  if (isList(value)) {
    const text = (one: GenericValue, at: number): string =>
      members ? memberText(members[at]!, one) : valueText(item, one);
    const parts = listed(value, text).join(",");
    return members ? `{${parts}}` : `[${parts}]`;
  }
  if (typeof value === "object" && value !== null) {
    if ("keys" in value) {
      const { keys, values } = value;
      return `<${keys.map((key, at) => `s${hexText(key)}:${valueText(item, values[at])}`).join(",")}>`;
    }
    return `u${value.position + 1}(${valueText(cases![value.position]!.type, value.value)})`;
  }
  if (typeof value === "number") {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setFloat64(0, value);
    return `f${hexadecimal(new Uint8Array(bits.buffer))}`;
  }
  if (typeof value === "string") return (kind === 15 ? "j" : "s") + hexText(value);
  return (kind === 13 ? "v" : "") + String(value);
}

function memberText(field: TableField, value: GenericValue): string {
  if (value === undefined) return "none";
  return value === null ? "null" : valueText(field.type, value);
}

/** The fields of a configuration as the conformance suite writes them. */
export function testeeText(config: object): string {
  const values = new SchemaRuntime(table).genericMembers(table.fields, config);
  return `{${table.fields.map((field, at) => memberText(field, values[at])).join(",")}}`;
}

/** Overrides with the values of another configuration for these keys, or a text with the reason why not. */
export function testeeOverrides(from: object, keys: readonly string[]): object | string {
  const overrides: Record<string, unknown> = {};
  for (const key of keys) {
    const field = table.fields.find((one) => one.key === key.replace(/^-/, ""));
    if (!field?.parent) return field ? "the type has no such override" : "the type has no such field";
    const property = propertyOf(field);
    const value = key.startsWith("-") ? undefined : (from as Record<string, unknown>)[property];
    overrides[property] = value === undefined ? CLEAR : value;
  }
  return overrides;
}

export const testeeTable: RuntimeTable = table;
export const testeeLoad: (bytes: Uint8Array, overrides?: object) => object = (bytes, overrides) =>
  overrides ? (new SchemaRuntime(table).load(bytes, overrides) as object) : load(bytes);

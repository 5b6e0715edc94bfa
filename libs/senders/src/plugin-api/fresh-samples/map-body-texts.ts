import { isObject, isRawNumber, parseJson, type Json } from '#shared/kernel/json.js';
import { toJsonText } from '../../vocabulary/plugin-defaults.js';

/** Base64 of a text that begins with `{"` or with `{` and a space or line break, as in a message of Pub/Sub. */
const BASE64_OF_OBJECT = /^(?:ey|ew)[\w+/]{14,}={0,2}$/;

type MapText = (text: string) => string;

/** `JSON.rawJSON` of ES2026, which TypeScript's library lacks. It throws for a text that is no JSON value. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): Json };

/**
 * Applies a function to each text and number in a body, also in JSON within a form, within a text, and in Base64. Names of fields
 * stay as they are.
 */
export function mapBodyTexts(body: string, contentType: string, map: MapText): string {
  if (/^\s*[{[]/.test(body)) {
    const json = tryParseJson(body);
    if (json !== undefined) return toJsonText(mapJson(json, map));
  }
  if (!/^\s*application\/x-www-form-urlencoded\b/i.test(contentType)) return map(body);
  const fields = [...new URLSearchParams(body)].map(([name, value]): [string, string] => [
    name,
    mapText(value, map),
  ]);
  return new URLSearchParams(fields).toString();
}

function mapJson(json: Json, map: MapText): Json {
  if (typeof json === 'string') return mapText(json, map);
  if (typeof json === 'number' || isRawNumber(json)) return mapNumber(json, map);
  if (Array.isArray(json)) return json.map((each: Json) => mapJson(each, map));
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, mapJson(value, map)]));
}

function mapNumber(json: Json, map: MapText): Json {
  const text = JSON.stringify(json);
  const mapped = map(text);
  if (mapped === text) return json;
  return tryParseJson(mapped) === undefined ? json : rawJSON(mapped);
}

function mapText(text: string, map: MapText): string {
  if (BASE64_OF_OBJECT.test(text)) {
    const inner = Buffer.from(text, 'base64').toString('utf8');
    return Buffer.from(mapText(inner, map)).toString('base64');
  }
  const json = /^\s*[{[]/.test(text) ? tryParseJson(text) : undefined;
  return isObject(json) || Array.isArray(json) ? JSON.stringify(mapJson(json, map)) : map(text);
}

function tryParseJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

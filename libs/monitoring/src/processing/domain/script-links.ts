import { isObject, type Json } from '#shared/kernel/json.js';
import { MAX_DEPTH } from './clean-json.js';

/** Members that readers of an event show as links. */
const LINK_NAME = /(?:ur[il]|link|href)s?$/i;
/** Browsers run what such an address contains. */
const SCRIPT_SCHEMES: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:']);
/** Nearly all links begin with `http`, which need not be parsed. */
const MAY_BE_SCRIPT = /^[\u0000-\u0020]*[jdv]/i;

/** Returns the value without the links that a browser would run as scripts, and otherwise the value itself. */
export function withoutScriptLinks<Value extends Json>(value: Value): Value {
  return hasScriptLink(value, '', MAX_DEPTH) ? (removeScriptLinks(value, '', MAX_DEPTH) as Value) : value;
}

/** Returns whether an address can be opened without running what it contains: http, https, or relative to a page. */
export function isWebAddress(address: string): boolean {
  return /^(?:https?:)?$/.test(URL.parse(address)?.protocol ?? '');
}

function hasScriptLink(value: Json | undefined, name: string, levels: number): boolean {
  if (typeof value === 'string') return isScriptLink(value, name);
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.some((element: Json) => hasScriptLink(element, name, levels - 1));
  if (!isObject(value)) return false;
  for (const member in value) if (hasScriptLink(value[member], member, levels - 1)) return true;
  return false;
}

function removeScriptLinks(value: Json, name: string, levels: number): Json {
  if (levels === 0) return value;
  const isKept = (element: Json | undefined, ofName: string) =>
    typeof element !== 'string' || !isScriptLink(element, ofName);
  if (Array.isArray(value))
    return value
      .filter((element: Json) => isKept(element, name))
      .map((element: Json) => removeScriptLinks(element, name, levels - 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member, element]) => isKept(element, member))
      .map(([member, element]) => [member, removeScriptLinks(element, member, levels - 1)]),
  );
}

function isScriptLink(text: string, name: string): boolean {
  return (
    MAY_BE_SCRIPT.test(text) && LINK_NAME.test(name) && SCRIPT_SCHEMES.has(URL.parse(text)?.protocol ?? '')
  );
}

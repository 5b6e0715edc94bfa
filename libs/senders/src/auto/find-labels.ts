import { isObject, type Json } from '#shared/kernel/json.js';
import { toTags, type Labels } from '../vocabulary/labels.js';

/** Names of an object, list or text that contains labels. */
const CONTAINER =
  /^(?:common|alert|event|monitor|custom|group)?[_-]?(?:labels?|tags?|dimensions?|attributes|details|fields)$/i;
const MAX_DEPTH = 2;

/** Finds the labels of an alarm: those of all containers, of which outer ones count. */
export function findLabels(alarm: Readonly<Record<string, Json>>): Labels {
  return collectLabels(alarm, MAX_DEPTH);
}

function collectLabels(from: Readonly<Record<string, Json>>, levels: number): Labels {
  let found: Labels = {};
  for (const [name, member] of Object.entries(from)) {
    if (typeof member !== 'string' && (typeof member !== 'object' || member === null)) continue;
    if (CONTAINER.test(name)) {
      // A text is one only if it is a list: `details` is mostly prose.
      const isList = typeof member !== 'string' || /tags$/i.test(name);
      found = { ...(isList ? toTags(member) : undefined), ...found };
    } else if (levels > 0 && isObject(member) && !Array.isArray(member)) {
      found = { ...collectLabels(member, levels - 1), ...found };
    }
  }
  return found;
}

import { chooseField, type Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { isUrl, isId, isEventKind, isStateWord } from './text-checks.js';
import { TITLE } from './field-names.js';

interface FoundTitle {
  readonly title: Choice | undefined;
  /** Identifies an alarm without an id: the title, or the name of the monitor that sent it. */
  readonly name: Choice | undefined;
}

const ENTITY_NAME =
  /^(?:displayname|name|service|check|site|host|monitor)$|^(?:check|monitor|service|site|test)(?:friendly)?name$/;
/** Things that monitor. Their name is the better identifier, because their messages change. */
const MONITOR_NAME = /^(?:monitor|check|site|test|website|endpoint|heartbeat|snitch)/;

/** Finds the title of an alarm: its name, or a message if the name is only that of a thing. */
export function findTitle(fields: readonly ScalarField[]): FoundTitle {
  const named = chooseField(fields, TITLE, canBeTitle, /(?:title|subject|summary)$/);
  if (named === undefined || !ENTITY_NAME.test(named.field.name)) return { title: named, name: named };
  const messageField = fields.find((field) => isMessage(field, named.field));
  if (messageField === undefined) return { title: named, name: named };
  const title = { field: messageField, confidence: named.confidence };
  const { name, parent } = named.field;
  const owner = /^(?:display)?name$/.test(name) ? parent : name;
  return { title, name: MONITOR_NAME.test(owner) ? named : title };
}

/** Finds a title in a body without known field names: any field that ends like a name or a message. */
export function findAnyTitle(fields: readonly ScalarField[]): FoundTitle {
  const title = chooseField(fields, [], canBeTitle, /(?:name|title|description|message|reason|details?)$/);
  return { title, name: title };
}

function canBeTitle({ name, parent, text }: ScalarField): boolean {
  if (text.length > 500 || isUrl(text) || isId(text) || isEventKind(text)) return false;
  if (/^(?:alert|alarm|monitor|trigger|check|job)$/.test(name) && isStateWord(text)) return false;
  // The name of the owner (an application, an organization) is not a title.
  return !(name === 'name' && /^(?:application|app|project|client|organization|region)$/.test(parent));
}

/** Returns whether a top-level fact is a one-line message (if the name is nested), or an event that is a sentence. */
function isMessage({ name, depth, text }: ScalarField, named: ScalarField): boolean {
  const sentence = name === 'event' && text.split(/\s+/).length > 2;
  const message = named.depth > 0 && /^(?:message|msg|text)$/.test(name);
  if (depth > 0 || (!sentence && !message)) return false;
  return text.length <= 200 && !/[\n{]/.test(text) && !isUrl(text) && !isEventKind(text);
}

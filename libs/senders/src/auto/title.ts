import { choose, type Choice } from './choose.js';
import type { Fact } from './facts.js';
import { isAddress, isId, isKind, isState } from './is.js';
import { TITLE } from './names.js';

interface Title {
  readonly title: Choice | undefined;
  /** Identifies an alarm without an id: the title, or the name of the monitor that sent it. */
  readonly name: Choice | undefined;
}

const OF_THINGS =
  /^(?:displayname|name|service|check|site|host|monitor)$|^(?:check|monitor|service|site|test)(?:friendly)?name$/;
/** Things that monitor. Their name is the better identifier, because their messages change. */
const OF_MONITORS = /^(?:monitor|check|site|test|website|endpoint|heartbeat|snitch)/;

/** Finds the title of an alarm: its name, or a message if the name is only that of a thing. */
export function titleIn(facts: readonly Fact[]): Title {
  const named = choose(facts, TITLE, isTitle, /(?:title|subject|summary)$/);
  if (named === undefined || !OF_THINGS.test(named.fact.name)) return { title: named, name: named };
  const said = facts.find((fact) => isSaid(fact, named.fact));
  if (said === undefined) return { title: named, name: named };
  const title = { fact: said, sure: named.sure };
  const { name, parent } = named.fact;
  const owner = /^(?:display)?name$/.test(name) ? parent : name;
  return { title, name: OF_MONITORS.test(owner) ? named : title };
}

/** Finds a title in a body without known field names: any field that ends like a name or a message. */
export function anyTitleIn(facts: readonly Fact[]): Title {
  const title = choose(facts, [], isTitle, /(?:name|title|description|message|reason|details?)$/);
  return { title, name: title };
}

function isTitle({ name, parent, text }: Fact): boolean {
  if (text.length > 500 || isAddress(text) || isId(text) || isKind(text)) return false;
  if (/^(?:alert|alarm|monitor|trigger|check|job)$/.test(name) && isState(text)) return false;
  // The name of the owner (an application, an organization) is not a title.
  return !(name === 'name' && /^(?:application|app|project|client|organization|region)$/.test(parent));
}

/** Returns whether a top-level fact is a one-line message (if the name is nested), or an event that is a sentence. */
function isSaid({ name, depth, text }: Fact, named: Fact): boolean {
  const sentence = name === 'event' && text.split(/\s+/).length > 2;
  const message = named.depth > 0 && /^(?:message|msg|text)$/.test(name);
  if (depth > 0 || (!sentence && !message)) return false;
  return text.length <= 200 && !/[\n{]/.test(text) && !isAddress(text) && !isKind(text);
}

import { choose, type Choice } from './choose.js';
import type { Fact } from './facts.js';
import { isAddress, isId, isKind, isState } from './is.js';
import { TITLE } from './names.js';

interface Title {
  readonly title: Choice | undefined;
  /** What the alarm is known by where it has no id: the title, or the name of the monitor that says it. */
  readonly name: Choice | undefined;
}

const OF_THINGS =
  /^(?:displayname|name|service|check|site|host|monitor)$|^(?:check|monitor|service|site|test)(?:friendly)?name$/;
/** What a monitor says changes; its name does not. */
const OF_MONITORS = /^(?:monitor|check|site|test|website|endpoint|heartbeat|snitch)/;

/** The title of an alarm: what names it, or what is said of the thing that it only names. */
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

/** Of a body without any name that tools share: what its sender itself calls a name or a message. */
export function anyTitleIn(facts: readonly Fact[]): Title {
  const title = choose(facts, [], isTitle, /(?:name|title|description|message|reason|details?)$/);
  return { title, name: title };
}

function isTitle({ name, parent, text }: Fact): boolean {
  if (text.length > 500 || isAddress(text) || isId(text) || isKind(text)) return false;
  if (/^(?:alert|alarm|monitor|trigger|check|job)$/.test(name) && isState(text)) return false;
  // Whose alarm it is, is not what it is.
  return !(name === 'name' && /^(?:application|app|project|client|organization|region)$/.test(parent));
}

/** A line at the top: a message where the name is only that of something inside, or an event that is a sentence. */
function isSaid({ name, depth, text }: Fact, named: Fact): boolean {
  const sentence = name === 'event' && text.split(/\s+/).length > 2;
  const message = named.depth > 0 && /^(?:message|msg|text)$/.test(name);
  if (depth > 0 || (!sentence && !message)) return false;
  return text.length <= 200 && !/[\n{]/.test(text) && !isAddress(text) && !isKind(text);
}

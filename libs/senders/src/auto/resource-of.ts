import { choose, singular, type Choice } from './choose.js';
import type { Fact } from './facts.js';
import { isAddress } from './is.js';
import { RESOURCE } from './names.js';

/** A name alone is that of a thing only where a thing holds it. */
const THING =
  /^$|^(?:host|node|server|service|device|instance|resource|entity|metadata|monitor|check|test|site|website|target|component|application|app|cluster|database|job|pipeline|workflow|project|subject|involvedobject|object|machine|agent|pod|container|deployment|repository|trigger|incident|alert|error|client|snitch|checkin|heartbeat|canary|endpoint|queue|sensor|originator|asset|switch|router|gateway|camera|printer|zone|room|volume|table|bucket|topic)$/;
/** As a source these are who tells, not what is broken. */
const TOOLS =
  /^(?:aws\.|(?:aws|alertmanager|azure ?monitor|cloudwatch|datadog|dynatrace|elastic|grafana|icinga|kener|kibana|monitoring|nagios|new ?relic|opsgenie|pagerduty|pingdom|prometheus|sentry|splunk|uptime ?robot|webhook|zabbix)$)/i;
const SOME_THING =
  /(?:host|server|device|node|instance|machine|vm|container|pod|queue|database|sensor|cluster|resource|target|asset|volume|bucket|disk|interface|port|entity|topic|zone|room)name$|instanceid$/;

const isNamed = ({ name, parent, text, depth }: Fact): boolean =>
  !(name === 'source' && (text.includes('@') || TOOLS.test(text))) &&
  text.length <= 300 &&
  (name === 'name' || name === 'displayname'
    ? THING.test(singular(parent))
    : name !== 'url' || isAddress(text) || depth === 0);

/**
 * What the alarm is about; its own name only where nothing else has one.
 * @param around what stands beside the list that the alarm is an element of
 */
export function resourceIn(
  facts: readonly Fact[],
  around: readonly Fact[],
  title: Choice | undefined,
): Choice | undefined {
  const own = choose(facts, RESOURCE, isNamed, SOME_THING);
  const isTitle =
    own !== undefined &&
    own.fact.pointer === title?.fact.pointer &&
    isName(own.fact) &&
    OF_ALARMS.test(own.fact.parent);
  if (own !== undefined && !isTitle) return own;
  const other = choose(
    facts,
    RESOURCE,
    (fact) => isNamed(fact) && fact.pointer !== title?.fact.pointer,
    SOME_THING,
  );
  if (other !== undefined && !isAddress(other.fact.text)) return other;
  return (
    choose(around, RESOURCE, (fact) => isNamed(fact) && !isName(fact) && fact.name !== 'url', SOME_THING) ??
    own
  );
}

/** What has such a name is what happened, as a rule. */
const OF_ALARMS = /^(?:|alert|alarm|incident|problem|issue|trigger|error|event)$/;
const isName = ({ name }: Fact): boolean => name === 'name' || name === 'displayname';

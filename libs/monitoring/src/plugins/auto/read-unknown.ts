import { isObject, type Json } from '#shared/kernel/json.js';
import type { Severity } from '../../domain/event.js';
import type { PluginDelivery, PluginOutcome } from '../../domain/plugin.js';
import type { Found } from '../reading/alarms.js';
import { instantOf } from '../reading/instant.js';
import { severityOf } from '../reading/severity.js';
import { dictionary } from '../reading/word.js';
import { choose, singular, type Choice } from './choose.js';
import { factsOf, type Fact } from './facts.js';
import { keyOfLabels, keyOfNames, keyOfRun, keyWith, placeOf, watchOf } from './identity.js';
import { isAddress, isFigure, isId, isKind, isState } from './is.js';
import { ACCOUNT, DESCRIPTION, IMAGE, KEY, LINK, RESOURCE, RULE, SEVERITY, TIME } from './names.js';
import { englishWord } from './other-languages.js';
import { stateOf, type State } from './read-state.js';
import { anyTitleIn, titleIn } from './title.js';

const isInstant = ({ value, text }: Fact): boolean =>
  instantOf(value) !== undefined && (typeof value === 'string' || text.length >= 10) && text.length >= 8;
const isClock = (fact: Fact): boolean => isInstant(fact) && !/^\d{4}-\d\d-\d\d$/.test(fact.text);
/** At the top a token is a secret; of a thing it is what the sender knows it by. */
const isKey = ({ name, depth, text }: Fact): boolean =>
  text.length <= 300 &&
  !(name === 'token' && depth === 0) &&
  (name !== 'number' || /^[A-Z]{2,10}[-_ ]?\d+$/.test(text));
/** A name alone is that of a thing only where a thing holds it. */
const THING =
  /^$|^(?:host|node|server|service|device|instance|resource|entity|metadata|monitor|check|test|site|website|target|component|application|app|cluster|database|job|pipeline|workflow|project|subject|involvedobject|object|machine|agent|pod|container|deployment|repository|trigger|incident|alert|error|client|snitch|checkin|heartbeat|canary|endpoint|queue)$/;
/** As a source these are who tells, not what is broken. */
const TOOLS =
  /^(?:aws\.|(?:aws|alertmanager|azure ?monitor|cloudwatch|datadog|dynatrace|elastic|grafana|icinga|kener|kibana|monitoring|nagios|new ?relic|opsgenie|pagerduty|pingdom|prometheus|sentry|splunk|uptime ?robot|webhook|zabbix)$)/i;
const isNamed = ({ name, parent, text, depth }: Fact): boolean =>
  !(name === 'source' && (text.includes('@') || TOOLS.test(text))) &&
  ((text.length <= 300 &&
    (name === 'url' ? isAddress(text) || depth === 0 : name !== 'name' && name !== 'displayname')) ||
    ((name === 'name' || name === 'displayname') && text.length <= 300 && THING.test(singular(parent))));

const isRule = ({ name, text }: Fact): boolean =>
  !isAddress(text) &&
  !isId(text) &&
  !isFigure(text) &&
  !isKind(text) &&
  !(name === 'trigger' && /^[A-Z]+(?:_[A-Z]+)+$/.test(text)) &&
  !(/^(?:alert|alarm|trigger|check|sensor|probe)$/.test(name) && isState(text));
const SOME_TIME =
  /^(?!prev|last|next|end|resol|clos|clear|recover|expir|due|updat|modif|ack|birth|response|down|up|load|duration).*(?:time|timestamp|date|firstseen|started|startedat|createdat|occurredat|triggeredat|raisedat|detectedat|received)$/;

/** An alarm of a sender nobody described, read by the names that monitoring tools share. */
export function readUnknown({ value, pointer }: Found, delivery: PluginDelivery): PluginOutcome {
  if (!isObject(value)) return { outcome: 'ERROR', pointer, reason: 'expected an object for each alarm' };
  const facts = factsOf(value);
  const told = titleIn(facts);
  const key = choose(
    facts,
    KEY,
    isKey,
    /(?:alert|alarm|incident|problem|issue|ticket|case|monitor|check|sensor|probe|outage|fault)(?:id|key|uuid|number|hash|guid|ref)$/,
  );
  const state = stateOf(facts, told.title?.fact.text, delivery.received_at);
  const { title, name } =
    told.title === undefined && state.from === undefined && state.ended === undefined
      ? anyTitleIn(facts)
      : told;
  if (state.type === 'CONTROL') {
    return { outcome: 'IGNORED', pointer, reason: `${state.said}: a control or test message` };
  }
  if (title === undefined && state.from === undefined) {
    return {
      outcome: 'ERROR',
      pointer,
      reason: 'found nothing that looks like an alarm: no title, no state',
    };
  }
  if (state.type === 'NEITHER') {
    return { outcome: 'IGNORED', pointer, reason: `${state.said}: neither firing nor resolved` };
  }
  const resource = choose(facts, RESOURCE, isNamed, /(?:host|server|device|node|instance)name$/);
  const rule = choose(facts, RULE, isRule);
  const watch = watchOf(facts, name, resource);
  // A policy has many conditions.
  const exact = /polic/.test(rule?.fact.name ?? '') && name !== undefined ? undefined : rule;
  const severity =
    choose(facts, SEVERITY, ({ text }) => degreeIn(text) !== undefined, /(?:severity|priority)$/) ??
    choose(facts, STATES_OF_DEGREE, ({ text }) => DEGREES.test(text));
  const ended = state.type === 'RECOVERY' ? state.ended : undefined;
  const time = choose(facts, TIME, isClock, SOME_TIME) ?? choose(facts, TIME, isInstant);
  const description = choose(
    facts,
    DESCRIPTION,
    ({ text, pointer: at }) => at !== title?.fact.pointer && text.length > 2,
  );
  const account = choose(facts, ACCOUNT);
  const image = choose(facts, IMAGE, ({ text }) => isAddress(text));
  const link = choose(facts, LINK, ({ text }) => isAddress(text));
  const chosen = {
    title,
    event_key: key,
    event_type: state,
    severity,
    description,
    resource,
    rule,
    account,
    occurred_at: time,
  };
  return {
    outcome: 'EVENT',
    event: {
      event_key:
        keyOfRun(facts) ??
        keyWith(key, resource) ??
        keyOfLabels(value) ??
        keyOfNames(name, exact ?? watch, placeOf(facts, name, watch, resource)),
      event_type: state.type,
      title: titleWith(rule, titleOn(title, resource)) ?? titleOf(resource, state),
      description: description?.fact.text ?? '',
      severity: severityIn(severity, state),
      rule: (rule ?? watch)?.fact.text ?? null,
      resource:
        resource === undefined
          ? {}
          : { resource_id: resource.fact.text, resource_type: resource.fact.name, name: resource.fact.text },
      account: account?.fact.text ?? null,
      image_url: image?.fact.text ?? null,
      occurred_at: ended ?? (time && instantOf(time.fact.value)) ?? null,
      additional_info: {
        ...(link === undefined ? {} : { link: link.fact.text }),
        auto: { recognised: null, user_agent: delivery.headers['user-agent'] ?? null, took: tookOf(chosen) },
      },
      raw_data: value,
      pointer,
    },
  };
}

/** `HTTP on web-1`: a service or check by itself is half a title. */
function titleOn(title: Choice | undefined, resource: Choice | undefined): string | undefined {
  const [said, on] = [title?.fact.text, resource?.fact.text];
  return said === undefined ||
    on === undefined ||
    !/^(?:service|check|sensor|metric)(?:name|desc|description)?$/.test(title?.fact.name ?? '') ||
    said.includes(on) ||
    on.includes(said) ||
    isAddress(on)
    ? said
    : `${said} on ${on}`;
}

/** Without a title: what it is about, and what was said of it. */
function titleOf(resource: Choice | undefined, { said, from }: State): string {
  const parts = [
    resource?.fact.text,
    from === undefined || /^(?:true|false|\d)$/i.test(said) ? undefined : said,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(': ') || 'Alarm';
}

const RULE_NAMES = /^(?:alert|condition|policy)?(?:rule)?name$|^alertrule$/;

/** People know an alarm by its rule: it stands before a title that does not name it. */
function titleWith(rule: Choice | undefined, title: string | undefined): string | undefined {
  const name = rule?.fact.text;
  if (name === undefined || title === undefined || !RULE_NAMES.test(rule?.fact.name ?? ''))
    return title ?? name;
  return title.includes(name) ? title : `${name}: ${title}`;
}

/** Degrees that no scale of the common rules has, and that mean the same wherever they are used. */
const MORE_DEGREES = dictionary<Severity>({
  blocker: 'CRITICAL',
  highest: 'CRITICAL',
  urgent: 'CRITICAL',
  severe: 'ERROR',
  medium: 'WARNING',
  moderate: 'WARNING',
  lowest: 'INFO',
  trivial: 'INFO',
  verbose: 'INFO',
});
const degreeOf = (word: string): Severity | undefined => {
  const english = englishWord(word) ?? word;
  return severityOf(english) ?? MORE_DEGREES(english);
};

/** `P1 - Critical` and `CRITICALITY_LEVEL_WARNING` end with the degree; what is "not critical" says none. */
function degreeIn(text: string): Severity | undefined {
  const whole = degreeOf(text);
  if (whole !== undefined || text.length > 60 || /\bno[nt]\b/i.test(text)) return whole;
  const words = text.split(/[^a-z\d]+/i).filter((word) => word !== '');
  return degreeOf(words.findLast((word) => degreeOf(word) !== undefined) ?? '');
}

const DEGREES = /^(?:critical|crit|fatal|error|major|minor|warning|warn)$/i;
const STATES_OF_DEGREE = [
  'state',
  'status',
  'alertstate',
  'alertstatus',
  'currentstate',
  'newstate',
  'alerttype',
];

/** Where no degree is stated, a state such as `CRITICAL` is one. */
function severityIn(choice: Choice | undefined, state: State): Severity {
  if (choice !== undefined) return degreeIn(choice.fact.text) ?? 'NONE';
  return (state.type === 'ALERT' && DEGREES.test(state.said) ? severityOf(state.said) : undefined) ?? 'NONE';
}

/** Of each field where it was read, and how sure that is, from 0 to 1. */
function tookOf(
  chosen: Readonly<
    Record<string, { readonly from?: string | undefined; readonly sure: number } | Choice | undefined>
  >,
): Json {
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([field, choice]) => {
      if (choice === undefined) return [];
      const from = 'fact' in choice ? choice.fact.pointer : choice.from;
      return [[field, { from: from ?? null, sure: Math.round(choice.sure * 100) / 100 }]];
    }),
  );
}

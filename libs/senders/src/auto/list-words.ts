import { isObject, type Json } from '#shared/kernel/json.js';

type Fields = Readonly<Record<string, Json>>;

const ALARM_NOUN =
  '(?:alerts?|alarms?|incidents?|problems?|issues?|violations?|anomal(?:y|ies)|faults?|failures?|outages?|warnings?|notifications?|findings?|detections?|breach(?:es)?|exceptions?)';
/** Names of lists in which each element is an alarm. The patterns are for names in lower case without separators. */
export const ALARM_LIST = new RegExp(
  String.raw`^(?:new|current|all|latest|recent|my)?${ALARM_NOUN}(?:list|array|data|items|info)?$`,
);
/** Names of lists that do not say what the elements are. */
export const NEUTRAL_LIST =
  /^(?:events?|messages?|items?|results?|records?|data|entries|rows|errors?|list|objects|elements|values|hits|docs|documents|payloads?|contents?|body|reports?|states|logs?|loglines|lines|cases|tickets|signals|(?:event|error|item|result|record|message|check|monitor)list)$/;
/** Names of lists of what is monitored. */
export const THING_LIST =
  /^(?:checks?|monitors?|services?|hosts?|nodes?|devices?|sensors?|targets?|tests?|probes?|jobs?|servers?|sites?|websites?|endpoints?|instances?|machines?|resources?|entities|components?|systems?|pods?|deployments?|applications?|apps?|queues?|disks?|interfaces?|ports?|clusters?|databases?|containers?|triggers?|rules?)$/;
/** Names of the lists of parts that one alarm has. */
export const PART_LIST =
  /^(?:evalmatches|matches|tags?|labels?|annotations?|contributors?|recipients?|receivers?|attachments?|embeds?|blocks|sections|cards?|cardsv2|facts|fields|columns|histor(?:y|ies)|metrics?|samples?|points|datapoints|series|timeseries|dimensions?|measurements?|conditions?|criteria|allof|anyof|attributes|properties|parameters|params|variables|headers|actions?|potentialaction|links?|urls?|images?|files?|comments?|notes?|users?|teams?|people|responders?|assignees?|assignments|watchers?|subscribers|owners?|contacts?|members|escalations?|acknowledge?ments?|steps|stages|tasks|commits|changes|changelog|artifacts|breadcrumbs|frames|stacktrace|stack|threads|updates|incidentupdates|timeline|logentries|(?:affected|impacted|related|associated|linked|child|parent|involved|matching|sample|similar|source|sub|prev|previous|old|last|downstream|upstream).*|children|dependencies|groups|backlog|evidence|rootcauses?|custom.*)$/;

/** Severities after which a list is named. */
export const SEVERITY_LIST = new RegExp(
  String.raw`^(critical|crit|fatal|major|minor|warning|warn|high|medium|low|info)s?(?:${ALARM_NOUN})?(?:list)?$`,
);
const FIRING_LIST = new RegExp(
  String.raw`^(?:firing|triggered|active|alerting|open|opened|failed|failing|unresolved|raised|down|unhealthy)(?:${ALARM_NOUN}|events|checks|hosts|services|monitors|tests|jobs)?(?:list)?$|^(?:alerts?|alarms?)(?:firing|active|open)$`,
);
const RESOLVED_LIST = new RegExp(
  String.raw`^(?:resolved|recovered|recoveries|cleared|closed|fixed|solved|inactive|healthy|up|passed|succeeded)(?:${ALARM_NOUN}|events|checks|hosts|services|monitors|tests|jobs)?(?:list)?$|^(?:alerts?|alarms?)(?:resolved|recovered|cleared|closed)$`,
);

/** Returns the state that the name of a list gives its elements. */
export function parseListState(name: string): 'firing' | 'resolved' | undefined {
  if (FIRING_LIST.test(name)) return 'firing';
  return RESOLVED_LIST.test(name) ? 'resolved' : undefined;
}

/** Fields that only an alarm or an event has. */
export const STATEMENT =
  /^(?:title|status|state|severity|labels|alertname|alert_?type|event(?:_?type)?|fingerprint|summary|incident)$/i;
const STATE_FIELD =
  /^(?:.*_?(?:status|state)|severity|level|priority|resolved|firing|active|event_?type|alert_?type|startsat|starts_at|labels|fingerprint)$/i;
const NAME_FIELD =
  /^(?:title|name|display_?name|message|msg|text|summary|subject|description|alert(?:_?name)?|alarm(?:_?name)?|problem|rule(?:_?name)?|check(?:_?name)?|monitor(?:_?name)?|trigger(?:_?name)?|metric(?:_?name)?|error|reason|event(?:_?name)?|issue|condition|labels)$/i;
const TITLE_FIELD =
  /^(?:title|name|display_?name|message|msg|text|summary|subject|description|(?:alert|alarm|rule|check|monitor|trigger)(?:_?name)?|problem|labels)$/i;
const PLACE_FIELD =
  /^(?:host(?:_?name)?|server|device|node|resource|instance|service|url|ip|address|target|entity|component|site|machine|pod|cluster|object|source|environment)$/i;

/** Keys of an object that are ids and not names: numbers, UUIDs, hashes, `INC-17`. */
export const ID_LIKE = /^(?:\d+|[0-9a-f]{8,64}|[0-9a-f-]{20,36}|[A-Z]{1,10}[-_ ]?\d+)$/i;

const hasText = (value: Json | undefined): boolean =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' || isObject(value);
const has = (fields: Fields, pattern: RegExp): boolean =>
  Object.entries(fields).some(([name, value]) => pattern.test(name) && hasText(value));

export const isNamed = (fields: Fields): boolean => has(fields, NAME_FIELD);
/** Returns whether the object has a title or message of its own. The name of an event (`event: "alert"`) is none. */
export const isTitled = (fields: Fields): boolean => has(fields, TITLE_FIELD);
export const isPlaced = (fields: Fields): boolean => has(fields, PLACE_FIELD);
export const isStated = (fields: Fields): boolean =>
  Object.entries(fields).some(([name, value]) => STATE_FIELD.test(name) && value !== null && value !== '');

/** Returns whether the object says what is wrong, and where or in which state. */
export const isAlarmLike = (fields: Fields): boolean =>
  Object.keys(fields).some((name) => STATEMENT.test(name)) ||
  (isNamed(fields) && Object.keys(fields).length > 1);

/** Returns whether the object only groups alarms: it has a list of them, and says nothing itself. */
export const isGroup = (fields: Fields): boolean =>
  !has(fields, /^(?:title|message|summary|description|severity)$/i) &&
  Object.entries(fields).some(
    ([name, member]) =>
      ALARM_LIST.test(name.toLowerCase()) &&
      Array.isArray(member) &&
      member.some((one: Json) => isObject(one) && isAlarmLike(one)),
  );

/** Returns whether the object is a detail of an alarm, such as `{name: "Host", value: "db-1"}`. */
export const isNameValuePair = (fields: Fields): boolean => {
  const names = Object.keys(fields);
  return (
    names.length <= 4 &&
    names.some((name) => /^(?:value|unit|count)$/i.test(name)) &&
    !names.some((name) => STATEMENT.test(name) && name !== 'title')
  );
};

/** Returns whether the object names what watches: a search, a monitor, a rule. */
export const hasWatcher = (parent: Fields): boolean =>
  Object.entries(parent).some(
    ([name, member]) =>
      WATCHER_NAME.test(name) &&
      isObject(member) &&
      ['name', 'title', 'id'].some((one) => Object.hasOwn(member, one)),
  );
/** Returns whether a list beside a watcher is only evidence, e.g. log lines that a search found, and not a list of alarms. */
export const isEvidence = (list: readonly Fields[]): boolean =>
  list.every((one) => !Object.keys(one).some((name) => STATE_FIELD_NAME.test(name)));
const WATCHER_NAME = /^(?:saved_?search|search|alert|monitor|rule|trigger|check|query|detector)$/i;
const STATE_FIELD_NAME =
  /^(?:title|status|state|labels|alertname|alert_?type|event_?type|fingerprint|incident)$/i;

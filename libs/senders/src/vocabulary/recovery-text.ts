import { isForeignRecovery } from './foreign-recovery.js';

/** Longer text is cut. A message says near its beginning that an alarm is over. */
const MAX_LENGTH = 600;

/** Words that mark the end of an alarm at the front, in brackets, or after a sign such as `:` or `→`. */
const RESOLVED_LABEL =
  '(?:resolved|recovered|recovery|cleared|closed|normal|healthy|fixed|up|ok|okay|passed|solved|green)';
/** Words after which the label is only part of a name: `OK responses`, `Resolved IP address`, `Cleared cache`. */
const LABELLED_NOUNS =
  '(?:to|by|ip|dns|address(?:es)?|hostnames?|cache|errors?|responses?|requests?|replies|rates?|ratio|counts?|codes?|buttons?|threshold|results?)';
const LABEL_AT_START = new RegExp(
  [
    String.raw`^\W*(?:resolved|recovered|cleared|solved|ok(?:ay)?)\b\s*(?:[:|\])(!.,\u2013\u2014*-]|$)`,
    String.raw`^\W*(?:resolved|recovered|cleared|solved|ok(?:ay)?)\b(?! ${LABELLED_NOUNS}\b)(?!.*\b(?:failed|failing|missing|detected)\b)`,
    String.raw`^\W*(?:recovery|closed|fixed|passed|healthy|normal|up)\s*(?:[:|\])(!.,\u2013\u2014]|-(?!>)|$)`,
    String.raw`[[(]\W*${RESOLVED_LABEL}(?:: ?\d+)?\s*[\])]`,
  ].join('|'),
  'i',
);
const LABEL_AT_END = new RegExp(
  String.raw`(?:[:>|\u2013\u2014\u2192]|\s-|\bto)\s+${RESOLVED_LABEL}\W*$`,
  'i',
);
const NOT_CURRENT_PREFIX = String.raw`(?:not|non|was|were|from|previously|formerly|last|expected|isn't|wasn't|ING)`;
const UPPERCASE_LABEL = new RegExp(
  String.raw`^\W*(?:UP|RECOVERY|CLOSED|FIXED|PASSED)\b(?! (?:failed|FAILED|to|TO|\d|and|AND)|\s*(?:[-=]?>|\u2192))|(?<!${NOT_CURRENT_PREFIX})\s(?:UP|OK)\W*$`,
);
/** A former or expected state, or the text of an error. Neither is the present state. */
const FORMER_STATE =
  /\b(?:last|previous|prior|former|old|expected|desired)\b[^:]*:\s*\w+\W*$|\(was [^)]*\)\W*$|(?:error|exception): \w+\W*$/i;
/** Phrases that are unambiguous about alarms. */
const RESOLVED_PHRASE =
  /\b(?:resolved|recovered|cleared)\b(?! (?:ip|dns|address|hostname|cache|errors?)\b)|\b(?:succeeded|back (?:to|in) (?:normal|ok|operation|service|green)|back online|(?:is|are|was|came|comes|now|has come) back(?! to (?!normal|ok)| (?:above|below|over|under|down)\b| up to\b)|(?:returned|returns) to (?:normal|ok|service))\b|(?<!\bin )\b(?:recovery|normali[sz]ed)\W*$|\breconnected\b|\ball systems operational\b/i;
const ALARM_NOUN = '(?:alert|alarm|incident|problem|issue|ticket|case|violation|condition|event|outage)s?';
/** Ambiguous words. They mean an end only together with these nouns or in these positions. */
const RESOLVED_IN_CONTEXT = new RegExp(
  [
    String.raw`\b${ALARM_NOUN}(?: #?[\w-]+)? (?:closed|fixed|ended|ceased|released|deactivated|withdrawn|rescinded|lifted|cancell?ed|expired)\b`,
    String.raw`^\W*(?:ended|closed|ceased|released|deactivated|withdrawn|cancell?ed|expired):? ${ALARM_NOUN}\b`,
    String.raw`\b${ALARM_NOUN}\b[^.!?:]{0,80}? (?:is|are|was|were|has|have)(?: been| now| automatically)* (?:closed|over|ended|gone|ceased|released|deactivated|withdrawn|rescinded|lifted|cancell?ed)\b`,
    String.raw`\b${ALARM_NOUN}\b[^.!?:]{0,80}? no longer (?:active|present|detected|met|true|open|valid|exists?)\b`,
    String.raw`\b(?:is|are|was|has been|have been|now) (?:now )?(?:fixed|solved|repaired)\b`,
    String.raw`\b(?:tests?|checks?|builds?|pipelines?|jobs?|gates?|stages?|workflows?|runs?|suites?)\b[^.!?]{0,60}\bpassed\b(?! (?:the |its |a )?(?:threshold|limit|\d))`,
    String.raw`\b(?:backup|job|run|build|deployment|update|upgrade|sync|replication|snapshot|migration)s?\b(?: (?:was|is|has|been|finished|completed|status))* successful(?:ly)?\W*$`,
    String.raw`\b(?:is|are) (?:now )?(?:up|ok|okay|healthy|online|operational|fine|reachable|responding|normal)(?: again| now)?\s*(?:$|[^\w\s%+~-]|[\u2013\u2014-]\s|and (?:running|healthy|responding)|after\b|since\b|for\b|in\b)`,
    String.raw`\b(?:up|ok|healthy|online|reachable|available|responding|running|working|operational|received|reporting|connected|within (?:the )?limits?) again\b`,
    String.raw`\b(?:connection|connectivity|service|access|power|link|communication|network|signal)\b[^.!?:]{0,60}? restored\b(?! from)`,
    String.raw`\bcertificate\b[^!?]{0,80}? renewed\b`,
    String.raw`\bno longer (?:an? |the )?(?:in (?:an? |the )?(?:alert|alarm|error|critical|warning|failed|failure|firing|problem|bad|degraded|down|unknown)|alert|alarm|firing|trigger|down\b|fail|unreachable|unavailable|unhealthy|unresponsive|offline|degraded|critical|warning|error|breach|exceed|above|below|over\b|under\b|violat|missing|stale|late\b|overdue|occur|happening|high|low|slow|full|problem|issue|flapping|stuck|inaccessible|affected|impacted|(?:experiencing|seeing|having) (?:\w+ )?(?:errors|issues|problems|outages?))`,
  ].join('|'),
  'i',
);
const NEGATED =
  /\b(?:not|never|cannot|can't|couldn't|isn't|aren't|wasn't|hasn't|haven't|won't|didn't|doesn't|fail(?:s|ed|ing)? to|unable to|yet to|no|none|neither|nothing|nobody|only|un|must be|to be)[ -](?:[\w-]+ ){0,5}?(?:resolved?|recover(?:ed|y)?|cleared?|closed?|fixed|ok|okay|healthy|up|online|back|passed|succeeded|reachable|available|responding|operational|normal|restored|renewed|reconnected)\b|\bre-?open(?:s|ed)?\b/i;

/** Only some of several alarms are over: `1 resolved, 3 firing`. The figure of a name is no count: `db-1 critical`. */
const PARTLY_FIRING = /(?<![\w.:/#-])[1-9]\d* (?:firing|active|open|critical|down|failed|failing)\b/i;

/** An end that was not a good one: `finished with 3 errors`, `closed unexpectedly`. */
const BAD_END =
  /\b(?:finished|completed?|ended|closed|done|terminated|stopped|succeeded|successful(?:ly)?|passed)\b[^.!?]{0,40}?\b(?:with(?! (?:no|zero|0|out)\b)[^.!?]{0,20}? (?:errors?|failures?|exceptions?|problems?|issues?)|unexpectedly|abnormally|prematurely|by (?:the )?(?:peer|remote))\b/i;

/** Returns whether a text says that something ended, but not well. */
export function isBadEnd(text: string): boolean {
  return BAD_END.test(text.slice(0, MAX_LENGTH));
}

/** Returns whether a title or line of text says that an alarm is over. Not every "no longer" or "is up" means that. */
export function isRecoveryText(title: string | undefined): boolean {
  const text = (title ?? '').slice(0, MAX_LENGTH);
  if (FORMER_STATE.test(text)) return false;
  if (LABEL_AT_START.test(text) || UPPERCASE_LABEL.test(text)) return !PARTLY_FIRING.test(text);
  if (BAD_END.test(text)) return false;
  const isSaid = LABEL_AT_END.test(text) || RESOLVED_PHRASE.test(text) || RESOLVED_IN_CONTEXT.test(text);
  return ((isSaid && !NEGATED.test(text)) || isForeignRecovery(text)) && !PARTLY_FIRING.test(text);
}

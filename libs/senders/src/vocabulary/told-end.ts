/** Longer text is cut. A message says near its beginning that an alarm is over. */
const LONGEST = 600;

/** Words that mark the end of an alarm at the front, in brackets, or after a sign such as `:` or `→`. */
const LABEL =
  '(?:resolved|recovered|recovery|cleared|closed|normal|healthy|fixed|up|ok|okay|passed|solved|green)';
/** Words after which the label is only part of a name: `OK responses`, `Resolved IP address`, `Cleared cache`. */
const THINGS =
  '(?:to|by|ip|dns|address(?:es)?|hostnames?|cache|errors?|responses?|requests?|replies|rates?|ratio|counts?|codes?|buttons?|threshold|results?)';
const LABELLED = new RegExp(
  [
    String.raw`^\W*(?:resolved|recovered|cleared|solved|ok(?:ay)?)\b\s*(?:[:|\])(!.,\u2013\u2014*-]|$)`,
    String.raw`^\W*(?:resolved|recovered|cleared|solved|ok(?:ay)?)\b(?! ${THINGS}\b)(?!.*\b(?:failed|failing|missing|detected)\b)`,
    String.raw`^\W*(?:recovery|closed|fixed|passed|healthy|normal|up)\s*(?:[:|\])(!.,\u2013\u2014]|-(?!>)|$)`,
    String.raw`[[(]\W*${LABEL}(?:: ?\d+)?\s*[\])]`,
  ].join('|'),
  'i',
);
const BEHIND = new RegExp(String.raw`(?:[:>|\u2013\u2014\u2192]|\s-|\bto)\s+${LABEL}\W*$`, 'i');
const BEFORE = String.raw`(?:not|non|was|were|from|previously|formerly|last|expected|isn't|wasn't|ING)`;
const SHOUTED = new RegExp(
  String.raw`^\W*(?:UP|RECOVERY|CLOSED|FIXED|PASSED)\b(?! (?:failed|FAILED|to|TO|\d|and|AND)|\s*(?:[-=]?>|\u2192))|(?<!${BEFORE})\s(?:UP|OK)\W*$`,
);
/** A former or expected state, or the text of an error. Neither is the present state. */
const FORMER =
  /\b(?:last|previous|prior|former|old|expected|desired)\b[^:]*:\s*\w+\W*$|\(was [^)]*\)\W*$|(?:error|exception): \w+\W*$/i;
/** Phrases that are unambiguous about alarms. */
const OVER =
  /\b(?:resolved|recovered|cleared)\b(?! (?:ip|dns|address|hostname|cache|errors?)\b)|\b(?:succeeded|back (?:to|in) (?:normal|ok|operation|service|green)|back online|(?:is|are|was|came|comes|now|has come) back(?! to (?!normal|ok)| (?:above|below|over|under|down)\b| up to\b)|(?:returned|returns) to (?:normal|ok|service))\b|(?<!\bin )\b(?:recovery|normali[sz]ed)\W*$|\breconnected\b|\ball systems operational\b/i;
const ALARM = '(?:alert|alarm|incident|problem|issue|ticket|case|violation|condition|event|outage)s?';
/** Ambiguous words. They mean an end only together with these nouns or in these positions. */
const OVER_HERE = new RegExp(
  [
    String.raw`\b${ALARM}(?: #?[\w-]+)? (?:closed|fixed|ended)\b`,
    String.raw`^\W*(?:ended|closed) ${ALARM}\b`,
    String.raw`\b${ALARM}\b[^.!?:]{0,80}? (?:is|are|was|were|has|have)(?: been| now| automatically)* (?:closed|over|ended|gone)\b`,
    String.raw`\b${ALARM}\b[^.!?:]{0,80}? no longer (?:active|present|detected|met|true|open|valid|exists?)\b`,
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
const NOT_OVER =
  /\b(?:not|never|cannot|can't|couldn't|isn't|aren't|wasn't|hasn't|haven't|won't|didn't|doesn't|fail(?:s|ed|ing)? to|unable to|yet to|no|none|neither|nothing|nobody|only|un|must be|to be)[ -](?:[\w-]+ ){0,5}?(?:resolved?|recover(?:ed|y)?|cleared?|closed?|fixed|ok|okay|healthy|up|online|back|passed|succeeded|reachable|available|responding|operational|normal|restored|renewed|reconnected)\b|\bre-?open(?:s|ed)?\b/i;

/** Only some of several alarms are over: `1 resolved, 3 firing`. */
const MIXED = /\b[1-9]\d* (?:firing|active|open|critical|down|failed|failing)\b/i;

/** Returns whether a title or line of text says that an alarm is over. Not every "no longer" or "is up" means that. */
export function tellsOfEnd(title: string | undefined): boolean {
  const said = (title ?? '').slice(0, LONGEST);
  if (FORMER.test(said)) return false;
  if (LABELLED.test(said) || SHOUTED.test(said)) return !MIXED.test(said);
  return (
    (BEHIND.test(said) || OVER.test(said) || OVER_HERE.test(said)) &&
    !NOT_OVER.test(said) &&
    !MIXED.test(said)
  );
}

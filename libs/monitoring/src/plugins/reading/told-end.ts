/** Whatever is longer is cut: what ends an alarm is said at once. */
const LONGEST = 600;

/** A label: at the front, in brackets, or behind the sign that leads to it. */
const LABEL = '(?:resolved|recovered|recovery|cleared|closed|normal|healthy|fixed|up|ok|passed|solved)';
const LABELLED = new RegExp(
  [
    String.raw`^\W*(?:resolved|recovered|cleared|solved|ok)\b(?! to\b)`,
    String.raw`^\W*(?:recovery|closed|fixed|passed|healthy|normal|up)\s*(?:[:|\])(!.,–—-]|$)`,
    String.raw`[[(]\W*${LABEL}(?:: ?\d+)?\s*[\])]`,
    String.raw`(?:[:>|–—→]|\s-|\bto)\s+${LABEL}\W*$`,
  ].join('|'),
  'i',
);
const SHOUTED =
  /^\W*(?:UP|RECOVERY|CLOSED|FIXED|PASSED)\b(?! (?:failed|FAILED|to|TO|\d))|(?<!ING)\s(?:UP|OK)\W*$/;
/** Words that are said of alarms alone. */
const OVER =
  /\b(?:resolved|recovered|cleared|succeeded|back (?:to|in) (?:normal|ok|operation|service|green)|back online|(?:is|are|was|came|comes|now|has come) back(?! to (?!normal|ok))|(?:returned|returns) to (?:normal|ok|service))\b|\b(?:recovery|normali[sz]ed)\W*$/i;
const ALARM = '(?:alert|alarm|incident|problem|issue|ticket|case|violation|condition|event|outage)s?';
/** Words that are said of much else: only of these things, or in these places. */
const OVER_HERE = new RegExp(
  [
    String.raw`\b${ALARM}(?: #?[\w-]+)? (?:closed|fixed|ended)\b`,
    String.raw`\b${ALARM}\b[^.!?:]{0,80}? (?:is|are|was|were|has|have)(?: been| now| automatically)* (?:closed|over|ended|gone)\b`,
    String.raw`\b${ALARM}\b[^.!?:]{0,80}? no longer (?:active|present|detected|met|true|open|valid|exists?)\b`,
    String.raw`\b(?:is|are|was|has been|have been|now) (?:now )?(?:fixed|solved)\b`,
    String.raw`\b(?:tests?|checks?|builds?|pipelines?|jobs?|gates?|stages?|workflows?|runs?|suites?)\b[^.!?]{0,60}\bpassed\b`,
    String.raw`\b(?:backup|job|run|build|deployment|update|upgrade|sync|replication|snapshot|migration)s?\b(?: (?:was|is|has|been|finished|completed|status))* successful(?:ly)?\W*$`,
    String.raw`\b(?:is|are) (?:now )?(?:up|ok|okay|healthy|online|operational|fine|reachable|responding|normal)(?: again| now)?\s*(?:$|[^\w\s%+~-]|[–—-]\s|and (?:running|healthy|responding)|after\b|since\b|for\b|in\b)`,
    String.raw`\b(?:up|ok|healthy|online|reachable|available|responding|running|working|operational) again\b`,
    String.raw`\bno longer (?:an? |the )?(?:in (?:an? |the )?(?:alert|alarm|error|critical|warning|failed|failure|firing|problem|bad|degraded|down|unknown)|alert|alarm|firing|trigger|down\b|fail|unreachable|unavailable|unhealthy|unresponsive|offline|degraded|critical|warning|error|breach|exceed|above|below|over\b|under\b|violat|missing|stale|late\b|overdue|occur|happening|high|low|slow|full|problem|issue|flapping|stuck|inaccessible|affected|impacted|(?:experiencing|seeing|having) (?:\w+ )?(?:errors|issues|problems|outages?))`,
  ].join('|'),
  'i',
);
const NOT_OVER =
  /\b(?:not|never|cannot|can't|couldn't|isn't|aren't|wasn't|hasn't|haven't|won't|didn't|doesn't|fail(?:s|ed|ing)? to|unable to|yet to|no|none|neither|nothing|nobody|only|un|must be|to be)[ -](?:[\w-]+ ){0,5}?(?:resolved?|recover(?:ed|y)?|cleared?|closed?|fixed|ok|okay|healthy|up|online|back|passed|succeeded|reachable|available|responding|operational|normal)\b/i;

/** Whether a title or a line says in words that something is over: not each "no longer" or "is up" does. */
export function tellsOfEnd(title: string | undefined): boolean {
  const said = (title ?? '').slice(0, LONGEST);
  if (LABELLED.test(said) || SHOUTED.test(said)) return true;
  return (OVER.test(said) || OVER_HERE.test(said)) && !NOT_OVER.test(said);
}

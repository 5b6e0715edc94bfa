import type { Verdict } from '../domain/verdict.js';
import type { HttpResponse } from '../outgoing-http.js';

/** Addresses that Microsoft has ended, with what to do. */
const ENDED_ADDRESSES: readonly (readonly [host: RegExp, remedy: string])[] = [
  // https://learn.microsoft.com/troubleshoot/power-platform/power-automate/flow-run-issues/triggers-troubleshoot
  [
    /\.logic\.azure\.com$/,
    'addresses of workflows at logic.azure.com ended in November 2025: copy the new one from the trigger of the workflow',
  ],
  // https://devblogs.microsoft.com/microsoft365dev/retirement-of-office-365-connectors-within-microsoft-teams/
  [
    /(?:^|\.)(?:webhook\.office|outlook\.office|outlook\.office365)\.com$/,
    'connectors of Microsoft 365 have ended: create a workflow and use its address',
  ],
];
/** https://learn.microsoft.com/power-automate/oauth-authentication */
const FOR_THE_TENANT =
  'choose Anyone for "Who can trigger the flow?" in the trigger of the workflow, and copy its address again';

/** Adds what the user can do to the reason of a final refusal. */
export function explainRefusal(
  verdict: Verdict,
  { status }: Pick<HttpResponse, 'status'>,
  url: string,
): Verdict {
  if (verdict.outcome !== 'failed' && verdict.outcome !== 'gone') return verdict;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const ended = ENDED_ADDRESSES.find(([pattern]) => pattern.test(host))?.[1];
  const remedy = ended ?? (status === 401 || status === 403 ? FOR_THE_TENANT : undefined);
  return remedy === undefined ? verdict : { ...verdict, reason: `${verdict.reason}: ${remedy}` };
}

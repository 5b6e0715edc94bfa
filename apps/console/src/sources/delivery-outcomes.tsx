import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { linkTo } from '../address.js';
import { Badge, type Tone } from '../design/badge.tsx';

type Outcome = Pick<Schemas['DeliveryOutcome'], 'outcome' | 'reason' | 'alert_id'>;

/** What the outcomes mean, in words. */
const WORDS: Readonly<Record<string, readonly [text: string, tone: Tone]>> = {
  CREATED: ['Event created', 'good'],
  DUPLICATE: ['Repeat, counted', 'neutral'],
  IGNORED: ['Ignored', 'neutral'],
  QUARANTINED: ['In quarantine', 'error'],
  HEARTBEAT: ['Heartbeat pinged', 'good'],
  ACKNOWLEDGED: ['Acknowledgement', 'info'],
};

/** The outcomes of a delivery in words, each with its alert. */
export function DeliveryOutcomes({ outcomes }: { readonly outcomes: readonly Outcome[] }) {
  if (outcomes.length === 0) return <Badge>Waits to be processed</Badge>;
  return (
    <ul class="outcomes">
      {outcomes.map(({ outcome, reason, alert_id }, index) => {
        const [text, tone] = WORDS[outcome] ?? [outcome.toLowerCase(), 'neutral' as const];
        return (
          <li key={index} class="bar">
            <Badge tone={tone}>{text}</Badge>
            {alert_id === null ? null : <a href={linkTo('alert', alert_id)}>Show the alert</a>}
            {reason === null || reason === '*' ? null : <bdi class="help">{reason.slice(0, 500)}</bdi>}
          </li>
        );
      })}
    </ul>
  );
}

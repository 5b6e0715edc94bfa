import { BellOff, Link2, Siren } from 'lucide';
import { now } from '../clock.js';
import { Badge } from '../design/badge.tsx';
import { Icon } from '../design/icon.tsx';
import { formatDuration, formatTime } from '../format.js';
import type { Alert } from './open-alerts.js';
import { escalations, tellings, type Telling } from './tellings.js';

/** What a user must know about an open alert besides its severity: whether it is held back, escalates, or reached nobody. */
export function AlertBadges({ alert }: { readonly alert: Alert }) {
  const telling = tellings.value.get(alert.alert_id);
  return (
    <>
      <ToldBadge telling={telling} />
      {telling?.silenced_by.slice(0, 1).map(({ silence_id, name, reason, ends_at }) => (
        <Badge
          key={silence_id}
          icon={BellOff}
          title={`${name}: ${reason}, until ${formatTime(new Date(ends_at))}`}
        >
          silenced {formatDuration(Date.parse(ends_at) - now.value)}
        </Badge>
      ))}
      {telling?.inhibited_by.map(({ inhibition_id, name }) => (
        <Badge key={inhibition_id} icon={Link2} title={`Explained by another open alert: ${name}`}>
          inhibited
        </Badge>
      ))}
      <EscalationBadge escalation={escalations.value.get(alert.alert_id) ?? alert.escalation} />
    </>
  );
}

/** In red that nobody knows of the alert, which is what people look for first when nobody came. */
function ToldBadge({ telling }: { readonly telling: Telling | undefined }) {
  if (telling?.state !== 'NOBODY' && telling?.state !== 'FAILED') return null;
  const isFailed = telling.state === 'FAILED';
  return (
    <span class="badge bad untold">
      <Icon of={BellOff} />
      {isFailed ? 'reached nobody' : 'told to nobody'}
    </span>
  );
}

/** Which step was told last, and when the next one is. */
function EscalationBadge({ escalation: { step, next_at } }: Pick<Alert, 'escalation'>) {
  if (step === null) return null;
  const next = next_at === null ? null : Date.parse(next_at) - now.value;
  return (
    <Badge
      tone={next === null ? 'neutral' : 'warning'}
      icon={Siren}
      title={next_at === null ? 'The escalation waits' : `Next step: ${formatTime(new Date(next_at))}`}
    >
      {step === 0 ? 'escalates' : `step ${step}`}
      {next === null
        ? ''
        : `${step === 0 ? ' ' : ', next '}${next < 1_000 ? 'now' : `in ${formatDuration(next)}`}`}
    </Badge>
  );
}

import type { Command } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { print, printJson, printTable } from './print.js';
import { openSession } from './session.js';

type Preview = Schemas['AlertTellingPreview'];

export function addTelling(alerts: Command): void {
  alerts
    .command('telling')
    .description('show who would be told of an alert if it opened now, and why others would not')
    .argument('<alert_id>')
    .action(async (alert_id, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      const preview = await tocsin.call('previewAlertTelling', { path: { alert_id }, body: { ...domain } });
      if (json) return printJson(preview);
      const { untold, untold_count } = preview;
      for (const line of describeHolders(preview)) print(line);
      const told = listTold(preview);
      if (told.length === 0) print('nobody would be told');
      else printTable(told, { told: (each) => each.told, when: (each) => each.when });
      printTable(untold, {
        'not told': ({ name }) => name,
        reason: ({ reason }) => reason,
        conditions: ({ conditions, details }) => conditions.join(' and ') || details,
      });
      if (untold_count > untold.length) print(`and ${untold_count - untold.length} more are not told`);
    });
}

type Holders = Pick<Preview, 'silenced_by' | 'inhibited_by'>;

/** Says what holds back all that would be told. */
export function describeHolders({
  silenced_by = null,
  inhibited_by = null,
}: Partial<Holders>): readonly string[] {
  return [
    ...(silenced_by === null
      ? []
      : [
          `held back until ${silenced_by.until}: silence ${silenced_by.silence_id}${silenced_by.reason === '' ? '' : `, ${silenced_by.reason}`}`,
        ]),
    ...(inhibited_by === null
      ? []
      : [`held back until ${inhibited_by.until}: alert ${inhibited_by.source_alert_id} explains it`]),
  ];
}

/**
 * Lists who would be told, and when. The first step is told when nothing holds the alert back any more, and the others keep their
 * distance from it.
 */
export function listTold({
  subscriptions,
  escalations,
  ...holders
}: Holders & Pick<Preview, 'subscriptions' | 'escalations'>) {
  const isHeld = describeHolders(holders).length > 0;
  const formatWait = (seconds: number, first: number) => {
    if (!isHeld) return `after ${seconds} s`;
    return seconds === first ? 'when nothing holds it back' : `${seconds - first} s later`;
  };
  return [
    ...subscriptions.map(({ name, wait, flapping_until }) => ({
      told: name,
      when: flapping_until
        ? `once its key is calm, at ${flapping_until} at the earliest`
        : formatWait(wait, wait),
    })),
    ...escalations.flatMap(({ name, steps }) =>
      steps.map(({ step, after, receivers, reason }) => ({
        told: receivers.map((receiver) => receiver.name).join(', ') || (reason ?? 'nobody'),
        when: `${formatWait(after, steps[0]?.after ?? 0)}, by step ${step} of ${name}`,
      })),
    ),
  ];
}

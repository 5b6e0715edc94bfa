import { SeedReminders } from '../libs/notification/src/reminders/infrastructure/seed-reminders.js';
import { Remind } from '../libs/notification/src/reminders/infrastructure/remind.js';
import { createInhibitedStore, ruleIs } from './inhibited-domain.js';

export const EVERY = 3_600;

/**
 * Fans out changes of alerts and reminds of them, on a database of its own. Its clock is held: time passes for what is stored. What is
 * told counts as sent at once.
 */
export async function createRemindedStore() {
  const store = await createInhibitedStore();
  const { pool } = store;
  const reminders = new Remind(store.ingest, store.queries, { url: 'https://t.example', isSet: true });
  const seeds = new SeedReminders(store.ingest, store.queries);

  const createDomain = async (remind: object | null = { every: EVERY, until: 'ACKNOWLEDGED' }) => {
    const domain = await store.createDomain();
    const { domain_id, idOf } = domain;
    const run = (text: string, ...values: unknown[]) => pool.query(text, [domain_id, ...values]);
    const change = (fields: string) => run(`update subscription set ${fields} where domain_id = $1`);
    const want = (wanted: object | null) =>
      run('update subscription set remind = $2 where domain_id = $1', wanted && JSON.stringify(wanted));
    await want(remind);

    /** Sends everything that waits. */
    const send = async () => {
      await run(`
        update notification set state = 'SENT', sent_at = now()
        where domain_id = $1 and state in ('PENDING', 'HELD')`);
      await run('delete from notification_lane where domain_id = $1');
    };
    const setAcknowledged = async (name: string, acknowledged: boolean) => {
      await run(
        'update alert set acknowledged = $3 where domain_id = $1 and alert_id = $2',
        idOf(name),
        acknowledged,
      );
      await domain.change([name, acknowledged ? 'acknowledged' : 'unacknowledged']);
    };
    return {
      ...{ ...domain, run, send, subscribe: change, want },
      acknowledge: (name: string) => setAcknowledged(name, true),
      unacknowledge: (name: string) => setAcknowledged(name, false),
      /** Opens an alert and tells of it. */
      open: async (...names: string[]) => {
        await domain.change(...names.map((name) => [name, 'opened'] as const));
        await send();
      },
      silence: (rule: string, seconds: number) =>
        run(
          `insert into silence (silence_id, domain_id, name, filter, filter_or, starts_at, ends_at, reason, created_by, created_at,
             updated_at)
           values (gen_random_uuid(), $1, 's', $2, '[]', now() - interval '1 s', now() + $3 * interval '1 s', 'CHG-1', 'root',
             now(), now())`,
          JSON.stringify(ruleIs(rule)),
          seconds,
        ),
      /** Lets time pass without anybody looking. */
      skip: async (seconds: number) => {
        const earlier = (column: string) => `${column} = ${column} - $2 * interval '1 s'`;
        await run(
          `update reminder set ${earlier('look_at')}, ${earlier('told_at')} where domain_id = $1`,
          seconds,
        );
        await run(`update notification set ${earlier('sent_at')} where domain_id = $1`, seconds);
        await run(
          `update silence set ${earlier('starts_at')}, ${earlier('ends_at')} where domain_id = $1`,
          seconds,
        );
      },
      /** Looks at the reminders that are due. */
      look: () => reminders.execute(),
      seed: () => seeds.execute(),
      reminders: async (name: string) =>
        (await domain.told(name)).filter((told) => told.startsWith('reminder')),
      /** Seconds until each reminder is looked at. */
      planned: async () => {
        const { rows } = await run(`
          select extract(epoch from look_at - clock_timestamp())::float8 as seconds from reminder where domain_id = $1
          order by look_at`);
        return rows.map(({ seconds }: { seconds: number }) => Math.round(seconds));
      },
    };
  };
  return { ...store, reminders, createDomain };
}

export type RemindedStore = Awaited<ReturnType<typeof createRemindedStore>>;
export type RemindedDomain = Awaited<ReturnType<RemindedStore['createDomain']>>;

/** Lets time pass, with a look each minute, and sends what is told. */
export async function pass(domain: RemindedDomain, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 60) {
    await domain.skip(Math.min(left, 60));
    await domain.look();
    await domain.send();
  }
}

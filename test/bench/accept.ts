import { startAlertmanager } from './alertmanager.js';
import { alertmanagerBodies } from './bodies.js';
import { runLoad, type LoadResult } from './run-load.js';
import { median } from './statistics.js';

const ROUNDS = 5;
export const CONNECTIONS = 64;

/** Medians over all rounds. */
export type Speed = Omit<LoadResult, 'requests'>;

export interface AcceptResult extends Speed {
  /** Throughput relative to the echo server, compared within each round; `alertmanagerRatio` likewise, if it is installed. */
  readonly ratio: number;
  readonly alertmanagerRatio: number | undefined;
}

export interface Comparison {
  readonly echo: Speed;
  readonly alertmanager: Speed | undefined;
  readonly oneWebhook: AcceptResult;
  readonly allWebhooks: AcceptResult;
}

/**
 * Compares accepting deliveries (no two of them equal) with an echo server and with the API of an Alertmanager. The three run
 * in turns, so that changes in the speed of the machine affect all of them.
 */
export async function compareAccept(
  echo: string,
  webhooks: readonly string[],
  duration: number,
): Promise<Comparison> {
  const [url = ''] = webhooks;
  const post = { body: alertmanagerBodies(), connections: CONNECTIONS, duration };
  const alertmanager = await startAlertmanager();
  try {
    const round = async () => ({
      echo: await runLoad({ url: echo, ...post }),
      oneWebhook: await runLoad({ url, ...post }),
      alertmanager:
        alertmanager && (await runLoad({ ...post, url: alertmanager.url, body: alertmanager.bodies })),
      allWebhooks: await runLoad({ url, ...post, paths: pathsOf(webhooks) }),
    });
    await round();
    const rounds: Awaited<ReturnType<typeof round>>[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) rounds.push(await round());
    const summarize = (of: 'oneWebhook' | 'allWebhooks'): AcceptResult => ({
      ...medianOf(rounds.map((one) => one[of])),
      ratio: median(rounds.map((one) => one[of].perSecond / one.echo.perSecond)),
      alertmanagerRatio:
        alertmanager && median(rounds.map((one) => one[of].perSecond / (one.alertmanager?.perSecond ?? 0))),
    });
    return {
      echo: medianOf(rounds.map((one) => one.echo)),
      alertmanager: alertmanager && medianOf(rounds.flatMap((one) => one.alertmanager ?? [])),
      oneWebhook: summarize('oneWebhook'),
      allWebhooks: summarize('allWebhooks'),
    };
  } finally {
    await alertmanager?.stop();
  }
}

export function medianOf(results: readonly LoadResult[]): Speed {
  return {
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    p50: median(results.map(({ p50 }) => p50)),
    p99: median(results.map(({ p99 }) => p99)),
  };
}

export function pathsOf(urls: readonly string[]): readonly string[] {
  return urls.map((url) => new URL(url).pathname);
}

import { TocsinError } from '#client';
import { checkEscalationsAsCaller } from './doctor-escalations.js';
import { checkRefusalsAsCaller } from './doctor-refusals.js';
import type { Finding } from './finding.js';
import type { Session } from './session.js';

const TIMEOUT_MS = 5000;
/** Tolerated difference of clocks, in milliseconds: the Date header has whole seconds, and the response takes time. */
const CLOCK_TOLERANCE_MS = 5000;

/** Checks the service over HTTP, from this machine and with the key of the session. */
export async function checkService(session: Session): Promise<readonly Finding[]> {
  const { url } = session;
  const before = Date.now();
  const ready = await fetchOrError(`${url}/health/ready`);
  if (ready instanceof Error) {
    const remedy = 'Start the API, or set its address with --url or TOCSIN_URL.';
    return [{ check: 'service', state: 'bad', message: `${url} does not answer: ${ready.message}`, remedy }];
  }
  const service: Finding = ready.ok
    ? { check: 'service', state: 'ok', message: `${url} is ready` }
    : {
        check: 'service',
        state: 'bad',
        message: `${url} is not ready: ${await readDetail(ready)}`,
        remedy: 'Read the log of the API. Its database may be unavailable, or the schema out of date.',
      };
  return [service, checkClock(ready, before), ...(await checkAsCaller(session))];
}

function checkClock({ headers }: Response, before: number): Finding {
  const differenceMs = Math.abs(Date.parse(headers.get('date') ?? '') - (before + Date.now()) / 2);
  const message = `differs by about ${Math.round(differenceMs / 1000)} s from the clock of the service`;
  if (!(differenceMs > CLOCK_TOLERANCE_MS)) return { check: 'clock here', state: 'ok', message };
  const remedy = 'Synchronize the clocks of all hosts with NTP.';
  return { check: 'clock here', state: 'warning', message, remedy };
}

async function checkAsCaller(session: Session): Promise<readonly Finding[]> {
  const { tocsin, key, domain } = session;
  if (key === undefined) {
    const message = 'no API key is set: set TOCSIN_KEY to include these checks';
    return [{ check: 'key, processes, PUBLIC_URL', state: 'skipped', message }];
  }
  try {
    const domain_id = domain.domain_id ?? (await tocsin.call('getCaller')).domain_id ?? 'doctor';
    const query = { domain_id };
    const { results } = await tocsin.call('listEndpoints', { query });
    const inactive = results.filter(({ state }) => state !== 'ACTIVE').map(({ name }) => name);
    const endpoint = results[0]?.endpoint ?? '';
    return [
      { check: 'key', state: 'ok', message: 'the service accepts the key' },
      inactive.length === 0
        ? {
            check: 'processes',
            state: 'ok',
            message: results.map(({ name, version }) => `${name} ${version}`).join(', '),
          }
        : {
            check: 'processes',
            state: 'bad',
            message: `not active: ${inactive.join(', ')}`,
            remedy: 'Start the API and the worker (node dist/bundle/api.js, node dist/bundle/worker.js).',
          },
      // With the settings of the server, the webhooks and escalations of all domains were checked already.
      ...(process.env['DATABASE_URL']?.trim()
        ? []
        : await Promise.all([
            orWarning('refused deliveries', checkRefusalsAsCaller(session)),
            orWarning('escalations', checkEscalationsAsCaller(session)),
          ])),
      await checkPublicUrl(endpoint.replace(/\/(?:identity|monitoring|notification)(?:\/v1)?\/?$/, '')),
    ];
  } catch (error) {
    const denied = error instanceof TocsinError && error.status === 403;
    const remedy = denied
      ? 'Set the domain of the key with --domain or TOCSIN_DOMAIN.'
      : 'Set a valid key as TOCSIN_KEY.';
    const state = denied && domain.domain_id === undefined ? 'warning' : 'bad';
    return [{ check: 'key', state, message: (error as Error).message, remedy }];
  }
}

/** A check that fails says nothing of the key, which may lack a right, nor of the other checks. */
const orWarning = (check: string, finding: Promise<Finding>): Promise<Finding> =>
  finding.catch((error: unknown) => ({
    ...{ check, state: 'warning', message: `could not be checked: ${(error as Error).message}` },
    remedy: 'Set a key that may read these records as TOCSIN_KEY.',
  }));

/** Checks that PUBLIC_URL, the address that senders post to, leads to this service. */
async function checkPublicUrl(publicUrl: string): Promise<Finding> {
  const check = 'PUBLIC_URL';
  const answer = await fetchOrError(`${publicUrl}/health/live`);
  const remedy = 'Set PUBLIC_URL to the address that senders can reach, or correct its DNS name or proxy.';
  if (answer instanceof Error)
    return {
      check,
      state: 'bad',
      message: `${publicUrl} cannot be reached from here: ${answer.message}`,
      remedy,
    };
  const { status } = (await answer.json().catch(() => ({}))) as { status?: unknown };
  if (status !== 'ok')
    return {
      check,
      state: 'bad',
      message: `${publicUrl} does not lead to Tocsin (HTTP ${answer.status})`,
      remedy,
    };
  return { check, state: 'ok', message: `${publicUrl} leads to Tocsin` };
}

const fetchOrError = (url: string): Promise<Response | Error> =>
  fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return new Error(cause?.code ?? message);
  });

const readDetail = async (response: Response): Promise<string> =>
  ((await response.json().catch(() => ({}))) as { detail?: string }).detail ?? String(response.status);

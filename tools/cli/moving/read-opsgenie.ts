import { openApi, readLists, readPages, type ApiSource } from './api-source.js';
import { listAt, objectAt, objectsAt, textAt, type Fields } from './source-file.js';

export const OPSGENIE_API = 'https://api.opsgenie.com';
const PAGE = 100;

/** Reads an account of Opsgenie by its REST API, with a read-only key. @throws FailedError */
export async function readOpsgenie(address: string, keyName: string): Promise<Fields> {
  const api = openApi({ address, keyName, headers: (key) => ({ authorization: `GenieKey ${key}` }) });
  return readLists({
    users: () => readAll(api, `v2/users?limit=${PAGE}`),
    teams: async () => readEach(await readAll(api, 'v2/teams'), (team) => readTeam(api, team)),
    integrations: () => readAll(api, 'v2/integrations'),
    heartbeats: async () => objectsAt(objectAt(await api.get('v2/heartbeats'), 'data'), 'heartbeats'),
    schedules: () => readAll(api, 'v2/schedules?expand=rotation'),
    escalations: () => readAll(api, 'v2/escalations'),
    maintenance: async () =>
      readEach(await readAll(api, 'v1/maintenance?type=non-expired'), (window) =>
        readOne(api, `v1/maintenance/${idOf(window)}`),
      ),
    policies: () => readAll(api, 'v2/policies/alert'),
  });
}

/** Reads all pages. `paging.next` is a whole address. */
const readAll = (api: ApiSource, path: string): Promise<readonly Fields[]> =>
  readPages(
    api,
    path,
    (page) => listAt(page, 'data'),
    (page) => textAt(objectAt(page, 'paging'), 'next'),
  );

const idOf = (record: Fields): string => encodeURIComponent(textAt(record, 'id') ?? '');
const readOne = async (api: ApiSource, path: string): Promise<Fields> =>
  objectAt(await api.get(path), 'data');

/** Lists have neither the members of teams nor the rules of maintenance, so each is asked for. */
async function readEach(
  records: readonly Fields[],
  read: (record: Fields) => Promise<Fields>,
): Promise<readonly Fields[]> {
  const found: Fields[] = [];
  for (const record of records) found.push({ ...record, ...(await read(record)) });
  return found;
}

const readTeam = async (api: ApiSource, team: Fields): Promise<Fields> => ({
  ...(await readOne(api, `v2/teams/${idOf(team)}`)),
  routing_rules: await readAll(api, `v2/teams/${idOf(team)}/routing-rules`),
});

import { ScrollText } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { address, linkTo, navigate } from '../address.js';
import { client } from '../client.js';
import { EmptyState } from '../design/empty-state.tsx';
import { FormField } from '../design/form-field.tsx';
import { formatCount } from '../format.js';
import { LoadState } from '../parts/load-state.tsx';
import { Time } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';

type Entry = Required<Schemas['AuditLogInfo']>;

const PAGE_SIZE = 50;
const SPANS = [
  ['', 'at any time'],
  ['1d', 'in the last day'],
  ['7d', 'in the last 7 days'],
  ['30d', 'in the last 30 days'],
] as const;
/** The parameters of the address. */
const FIELDS = ['who', 'what', 'record', 'since', 'page'] as const;

/** Who changed what and when, newest first. The address has what it is searched for. */
export function AuditLog() {
  const { parameters } = address.value;
  const [who = '', what = '', record = '', since = '', page = ''] = FIELDS.map(
    (name) => parameters.get(name) ?? '',
  );
  const pageNumber = Math.max(1, Math.floor(Number(page)) || 1);
  const loaded = useLoaded(JSON.stringify([who, what, record, since, pageNumber]), async (signal) => {
    const contains = (k: string, v: string) => (v === '' ? [] : [{ k, v, o: 'contain' as const }]);
    const query = {
      filter: [
        ...(who === 'root' ? [{ k: 'root', v: true, o: 'eq' as const }] : contains('user_id', who)),
        ...contains('action', what.trim().replaceAll(/\s+/g, '_')),
        ...contains('resource_id', record),
        ...(since === '' ? [] : [{ k: 'created_at', v: `now - ${since}`, o: 'timediff_gte' as const }]),
      ],
      page: { start: (pageNumber - 1) * PAGE_SIZE + 1, limit: PAGE_SIZE },
    };
    const found = await client.call('searchAuditLogs', { body: { query } }, { signal });
    return { entries: found.results as readonly Entry[], total: found.total_count ?? 0 };
  });
  const change = (part: Readonly<Record<string, string>>) => {
    const entries = Object.entries({ who, what, record, since, ...part }).filter(([, value]) => value !== '');
    navigate(linkTo('settings', 'audit', Object.fromEntries(entries)), { replace: true });
  };
  const found = loaded.value.value;
  const lastPage = Math.max(1, Math.ceil((found?.total ?? 0) / PAGE_SIZE));
  return (
    <section class="stack" aria-label="Audit log">
      <div class="form-row">
        <SearchField
          label="Who"
          placeholder="part of a user, or root"
          value={who}
          onChange={(who) => change({ who })}
        />
        <SearchField
          label="What was done"
          placeholder="such as disable or delete"
          value={what}
          onChange={(what) => change({ what })}
        />
        <SearchField
          label="With which record"
          placeholder="part of its id"
          value={record}
          onChange={(record) => change({ record })}
        />
        <FormField label="When" isRequired>
          <select value={since} onChange={({ currentTarget }) => change({ since: currentTarget.value })}>
            {SPANS.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </FormField>
      </div>
      <LoadState loaded={loaded} />
      {found === undefined ? null : found.entries.length === 0 ? (
        <EmptyState icon={ScrollText} title="Nothing of this kind is recorded" />
      ) : (
        <>
          <div class="table cards">
            <table>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Who</th>
                  <th scope="col">What</th>
                  <th scope="col">Record</th>
                  <th scope="col">From</th>
                </tr>
              </thead>
              <tbody>
                {found.entries.map((entry) => (
                  <EntryRow key={entry.audit_id} entry={entry} />
                ))}
              </tbody>
            </table>
          </div>
          <nav class="bar" aria-label="Pages">
            <button
              type="button"
              disabled={pageNumber === 1}
              onClick={() => change({ page: String(pageNumber - 1) })}
            >
              Newer
            </button>
            <button
              type="button"
              disabled={pageNumber >= lastPage}
              onClick={() => change({ page: String(pageNumber + 1) })}
            >
              Older
            </button>
            <span class="help" role="status">
              Page {formatCount(pageNumber)} of {formatCount(lastPage)}, {formatCount(found.total)} entries
            </span>
          </nav>
        </>
      )}
    </section>
  );
}

/** The screens of records that have one. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  webhook: (id) => linkTo('sources', id),
  alert: (id) => linkTo('alert', id),
};

interface SearchFieldProperties {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches when the field is left, or on Enter. What is typed until then stays, whatever is loaded meanwhile. */
function SearchField({ label, placeholder, value, onChange }: SearchFieldProperties) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <FormField label={label} isRequired>
      <input
        type="search"
        placeholder={placeholder}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
      />
    </FormField>
  );
}

function EntryRow({ entry }: { readonly entry: Entry }) {
  const { created_at, user_id, root, action, resource_type, resource_id, address: from } = entry;
  const link = SCREENS[resource_type]?.(resource_id);
  return (
    <tr>
      <td data-name="When">
        <Time at={created_at} isShort />
      </td>
      <td data-name="Who">{root ? 'the root key' : <bdi>{user_id}</bdi>}</td>
      <td data-name="What">
        <strong>{action.replaceAll('_', ' ')}</strong> <small>{resource_type.replaceAll('_', ' ')}</small>
      </td>
      <td data-name="Record" class="id">
        {link === undefined ? <bdi>{resource_id}</bdi> : <a href={link}>{resource_id}</a>}
      </td>
      <td data-name="From">
        <bdi>{from}</bdi>
      </td>
    </tr>
  );
}

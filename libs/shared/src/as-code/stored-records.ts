import type { Info, Kind, References } from './kind.js';
import { completeTerms, KINDS } from './kinds.js';
import { recordKey } from './read-files.js';
import type { Terms } from './terms.js';

/** A record of the service. */
export interface StoredRecord {
  readonly kind: Kind;
  readonly project: string | null;
  readonly name: string;
  readonly id: string;
  readonly info: Info;
  /** In the form of files, with all defaults. */
  readonly terms: Terms;
}

/** A record refers to one that could not be created. */
export class MissingRecordError extends Error {}

/** The records of a domain that can be in files. */
export class StoredRecords implements References {
  readonly all: StoredRecord[] = [];
  private readonly byKey = new Map<string, StoredRecord[]>();
  private readonly byId = new Map<string, StoredRecord>();
  private readonly createdIds = new Map<string, string>();

  /** @param list returns the records of a kind, as the API shows them */
  static async read(list: (kind: Kind) => AsyncIterable<Info>): Promise<StoredRecords> {
    const records = new StoredRecords();
    // One after the other: records of later kinds are named after those of earlier ones.
    for (const kind of KINDS) for await (const info of list(kind)) records.add(kind, info);
    return records;
  }

  /** Returns the records of a name; of those that belong into files there should be one. */
  find(project: string | null, kind: Kind, name: string): readonly StoredRecord[] {
    const found = this.byKey.get(recordKey(project, kind, name)) ?? [];
    const kept = found.filter(({ info }) => kind.isKept?.(info) ?? true);
    if (kept.length > 0) return kept;
    // Of several silences that have ended, the last one goes on if its file gets a new end.
    return found.toSorted((a, b) => (endOf(a) < endOf(b) ? 1 : -1)).slice(0, 1);
  }

  findOwner({ kind, info }: StoredRecord): StoredRecord | undefined {
    const owner = KINDS.find(({ section }) => section === kind.ownerSection);
    return owner && this.byId.get(String(info[owner.id]));
  }

  addCreated(project: string | null, kind: Kind, name: string, id: string): void {
    this.createdIds.set(recordKey(project, kind, name), id);
  }

  toId(section: string, qualifiedName: string): string {
    const [, project = '', name = ''] = /^([^/]*)\/([^]*)$/.exec(qualifiedName) ?? [];
    const key = `${project}/${section}/${name}`;
    const id = this.createdIds.get(key) ?? this.byKey.get(key)?.[0]?.id;
    if (id === undefined) throw new MissingRecordError(`${qualifiedName} of ${section} does not exist`);
    return id;
  }

  toName(section: string, id: string): string {
    const record = this.byId.get(id);
    return record?.kind.section === section ? `${record.project ?? ''}/${record.name}` : `/${id}`;
  }

  private add(kind: Kind, info: Info): void {
    const project = kind.project === 'none' ? null : ((info['project_id'] as string | null) ?? null);
    const name = kind.nameOf(info, this);
    const terms = completeTerms(kind, kind.read(info, this));
    const record = { kind, project, name, id: String(info[kind.id]), info, terms };
    this.all.push(record);
    this.byId.set(record.id, record);
    const key = recordKey(project, kind, name);
    this.byKey.set(key, [...(this.byKey.get(key) ?? []), record]);
  }
}

const endOf = ({ info }: StoredRecord): string => String(info['ends_at']);

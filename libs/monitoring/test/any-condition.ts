import fc from 'fast-check';
import { SEVERITIES } from '#senders/plugin-api/event.js';

export const TITLES = [
  'cpu high',
  'CPU low',
  'disk 100%',
  'disk_full',
  `it's "down"; drop table event; --`,
  'Ärger',
  'żółw',
  'Żółw'.normalize('NFD'),
  'STRAẞE ΟΔΟΣ',
  'straße οδος 5 µs',
  'İstanbul',
  '',
];
const LETTERS = ['ŻÓ', 'Żó'.normalize('NFD'), 'straße', 'οδοσ', 'ΟΔΟΣ', '5 μS', 'İST', 'ist', 'STRASSE'];

export const anyWord = fc.constantFrom(
  ...LETTERS,
  ...['cpu', 'DISK', '%', '_', "'", '"', ';--', '\\', 'Ä', 'down', 'host'],
);
const texts = fc.oneof(fc.constantFrom(...TITLES, 'aws', 'host-1', 'node', '$1', "' or true --"), anyWord);
const json = fc.oneof(texts, fc.constantFrom(5, 40, -1.5, 6), fc.boolean());

const lists = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 4 });
const on = (keys: readonly string[], operators: readonly string[], values: fc.Arbitrary<unknown>) =>
  fc.record({ k: fc.constantFrom(...keys), v: values, o: fc.constantFrom(...operators) });

interface Keys {
  readonly text: readonly string[];
  /** Paths into JSON. `numbers` are those that lead to numbers. */
  readonly json?: readonly string[];
  readonly numbers?: readonly string[];
  readonly dates: readonly string[];
  /** A key that always has a value. */
  readonly id: string;
}

/** Any condition on records with these keys and a severity. */
export function anyCondition(keys: Keys, instant: fc.Arbitrary<string>) {
  const { text, json: paths = [], numbers = [], dates, id } = keys;
  const [created = id] = dates;
  const both = [...text, ...paths];
  const ofPaths =
    paths.length === 0
      ? []
      : [
          on(paths, ['eq', 'not'], fc.option(json)),
          on(paths, ['in', 'not_in'], lists(fc.option(json))),
          on(numbers, ['lt', 'lte', 'gt', 'gte'], fc.constantFrom(5, 39.5, -2)),
        ];
  return fc.oneof(
    on(text, ['eq', 'not'], fc.option(texts)),
    on(both, ['lt', 'lte', 'gt', 'gte', 'contain', 'not_contain'], texts),
    on(both, ['in', 'not_in'], lists(fc.option(texts))),
    on(both, ['contain_in', 'not_contain_in'], lists(texts)),
    on([...both, created, id], ['exists'], fc.boolean()),
    on(both, ['regex'], fc.constantFrom('^cpu', 'o.t', '[0-9]+$', 'a|d', '^ż', 'σ$|[σ]$', 'ẞe')),
    on(both, ['regex_in'], lists(fc.constantFrom('^disk', 'x?y', '1$'))),
    ...ofPaths,
    on(['severity'], ['eq', 'not'], fc.constantFrom('CRITICAL', 'NONE')),
    on(['severity'], ['in', 'not_in'], lists(fc.constantFrom('CRITICAL', 'ERROR'))),
    on(['severity'], ['lt', 'lte', 'gt', 'gte'], fc.constantFrom(...SEVERITIES)),
    on(
      dates,
      ['eq', 'not', 'lt', 'lte', 'gt', 'gte', 'datetime_lt', 'datetime_lte', 'datetime_gt', 'datetime_gte'],
      instant,
    ),
    on([created], ['in', 'not_in'], lists(instant)),
  );
}

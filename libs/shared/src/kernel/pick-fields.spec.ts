import { describe, expect, it } from 'vitest';
import { parseJson } from './json.js';
import { pickFields } from './pick-fields.js';

const record = { id: 'a', name: 'n', resource: { type: 't', name: 'r' }, gone: null };
const fields = Object.keys(record);

describe('pickFields', () => {
  it('returns the whole record if no fields are given', () => {
    expect(pickFields(record, undefined, fields)).toBe(record);
    expect(pickFields(record, [], fields)).toBe(record);
  });

  it('picks fields, and parts of objects by dotted keys', () => {
    expect(pickFields(record, ['id', 'resource.name'], fields)).toEqual({ id: 'a', resource: { name: 'r' } });
    expect(pickFields(record, ['resource.name', 'resource.type'], fields)).toEqual({
      resource: record.resource,
    });
  });

  it('returns a whole object if it is picked together with one of its fields, in any order', () => {
    expect(pickFields(record, ['resource', 'resource.name'], fields)).toEqual({ resource: record.resource });
    expect(pickFields(record, ['resource.name', 'resource'], fields)).toEqual({ resource: record.resource });
  });

  it('omits fields that do not exist, and returns null unchanged', () => {
    expect(pickFields(record, ['resource.colour', 'gone.far'], fields)).toEqual({ resource: {}, gone: null });
  });

  it('returns a raw number with all of its digits', () => {
    const measured = { raw_data: parseJson('{"n":1.50}') };
    expect(JSON.stringify(pickFields(measured, ['raw_data.n.x', 'raw_data.n'], ['raw_data']))).toBe(
      '{"raw_data":{"n":1.50}}',
    );
    expect(JSON.stringify(pickFields(measured, ['raw_data.n.x'], ['raw_data']))).toBe(
      '{"raw_data":{"n":1.50}}',
    );
  });

  it('reaches into keys with dots by quoted parts', () => {
    const tagged = { info: { 'service.name': { x: 1, y: 2 }, service: { name: 3 } } };
    expect(pickFields(tagged, ['info["service.name"].x'], ['info'])).toEqual({
      info: { 'service.name': { x: 1 } },
    });
    expect(pickFields(tagged, ['info.service.name'], ['info'])).toEqual({ info: { service: { name: 3 } } });
    expect(() => pickFields(tagged, ['info["service.name'], ['info'])).toThrow('quoted part');
  });

  it('picks a label by its whole name', () => {
    const labelled = { labels: { app: 'a', 'app.kubernetes.io/name': 'api', 'a.b': '' } };
    expect(pickFields(labelled, ['labels.app.kubernetes.io/name'], ['labels'])).toEqual({
      labels: { 'app.kubernetes.io/name': 'api' },
    });
    expect(pickFields(labelled, ['labels.a.b', 'labels.app'], ['labels'])).toEqual({
      labels: { app: 'a', 'a.b': '' },
    });
  });

  it('names an empty entry as such', () => {
    expect(() => pickFields(record, ['name', ''], fields)).toThrow('only has an empty entry; the fields are');
  });

  it('does not change the record', () => {
    pickFields(record, ['resource.name'], fields);
    expect(record.resource).toEqual({ type: 't', name: 'r' });
  });

  it.each(['colour', '__proto__', '', 'constructor.name'])('rejects %j and lists the valid fields', (key) => {
    expect(() => pickFields(record, [key], fields)).toThrow(
      expect.objectContaining({
        code: 'ERROR_INVALID_QUERY',
        message: expect.stringContaining('id, name, resource'),
      }),
    );
  });
});

import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { tagsIn } from '../../vocabulary/labels.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

const eventTypeByStatus = dictionary<EventType>({ down: 'ALERT', up: 'RECOVERY' });

/** The webhook of StatusCake: a form, or the same fields as JSON. */
export const statuscake: Plugin = {
  plugin_id: 'statuscake',
  version: '1.1.0',
  name: 'StatusCake',
  provider: 'statuscake',
  docs: loadGuide('systems/statuscake'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/statuscake'),
  recognises: recogniseAny(
    recogniseBy('TestID', 'Status', 'Checkrate'),
    recogniseBy('StatusCode', 'Status', 'URL', 'Checkrate'),
    recogniseBy('StatusCode', 'Status', 'URL', 'Token'),
    recogniseBy('TestID', 'Status', 'URL', 'Token'),
    recogniseBy('StatusCode', 'Status', 'URL', 'Method', 'Name'),
  ),
  parse: createParser({
    alarms: wholeBody(),
    expects: {
      body: 'the form of a StatusCake webhook, with `TestID` and `Status`',
      identity: '`TestID` or `URL`',
      state: '`Status` Down or Up',
    },
    event_key: fuzzyField('TestID', 'URL', 'Name'),
    event_type: (alarm) => eventTypeByStatus(fuzzyField('Status')(alarm) ?? ''),
    title: joined(' is ', fuzzyField('Name', 'URL'), fuzzyField('Status')),
    description: (alarm) => {
      const code = fuzzyField('StatusCode')(alarm);
      return code === undefined ? undefined : `Status code ${code}`;
    },
    rule: fuzzyField('Method'),
    resource: resource('website', fuzzyField('Name', 'URL'), fuzzyField('URL', 'IP', 'Name')),
    provider: () => 'statuscake',
    labels: tagsIn(fuzzyField('Tags')),
    additional_info: {
      IP: fuzzyField('IP'),
      StatusCode: fuzzyField('StatusCode'),
      Checkrate: fuzzyField('Checkrate'),
    },
    additional_info_0_2: {
      TestID: fuzzyField('TestID'),
      URL: fuzzyField('URL'),
      Method: fuzzyField('Method'),
      Tags: fuzzyField('Tags'),
    },
  }),
};

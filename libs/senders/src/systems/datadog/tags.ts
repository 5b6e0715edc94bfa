import type { Reader } from '../../vocabulary/alarm.js';
import { filledTextOf } from '../../vocabulary/template.js';
import { textList } from '../../vocabulary/text-list.js';

const allTags = textList(undefined, 'tags', 'alert_scope', 'scope', 'scopes');

/** Returns a reader for the value of a tag in a text such as `a:b,c:d`. */
export function tagIn(tags: Reader<string>, name: string): Reader<string> {
  return (alarm) => {
    const found = tags(alarm)
      ?.split(',')
      .map((one) => one.trim())
      .find((one) => one.startsWith(`${name}:`));
    return filledTextOf(found?.slice(name.length + 1));
  };
}

/** Returns a reader for the value of a tag in the fields with tags. They may be a list, or text such as `a:b,c:d`. */
export const tag = (name: string): Reader<string> => tagIn(allTags, name);

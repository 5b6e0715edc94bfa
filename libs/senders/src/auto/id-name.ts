import type { ScalarField } from './collect-fields.js';

const ID_END = /(?:id|uuid|guid|arn|serial|serialnumber|imei|mac|macaddress|domain)$/;
/** Words that only end like the name of an id. */
const OTHER_WORD =
  /^(?:is|in|un|has|not)*(?:valid|paid|prepaid|void|avoid|grid|android|fluid|solid|liquid|rapid|raid|hybrid|humid|acid|aid|covid|rigid|warn|learn|earn|hmac)$/;

/** Returns whether the field is named like an id: `site_id`, but not `is_valid`. @param fullName the name with that of its parent */
export function endsLikeId(field: ScalarField, fullName: string = field.name): boolean {
  return ID_END.test(fullName) && !isOtherWord(field);
}

/** Returns whether the name of the field only ends like that of an id: `is_valid`, `certificateValid`, `prepaid`. */
export function isOtherWord({ name, pointer }: ScalarField): boolean {
  if (OTHER_WORD.test(name)) return true;
  const spelled = pointer.slice(pointer.lastIndexOf('/') + 1);
  const words = spelled.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^A-Za-z\d]+/);
  return words.length > 1 && OTHER_WORD.test(words.at(-1)?.toLowerCase() ?? '');
}

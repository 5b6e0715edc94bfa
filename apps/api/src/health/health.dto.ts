import { EnumField } from '../http/body/fields.js';

export class HealthInfo {
  @EnumField(['ok']) status!: 'ok';
}

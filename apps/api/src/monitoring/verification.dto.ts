import { VERIFICATION_STATES, type VerificationState } from '#monitoring';
import { BooleanField, DateField, EnumField, IdField, ListField, TextField } from '../http/body/fields.js';

export class PluginCheck {
  @TextField({ example: 'samples' })
  name!: string;

  @BooleanField()
  ok!: boolean;

  @TextField({ example: '4 of 4 samples become what they promise' })
  message!: string;
}

export class VerificationInfo {
  @IdField('verification')
  verification_id!: string;

  @EnumField(VERIFICATION_STATES, { name: 'VerificationState' })
  state!: VerificationState;

  @TextField({ max: 64, example: '1.0.0', description: 'The plugin version that was tested.' })
  version!: string;

  @ListField(PluginCheck, {
    description: 'The checks and their results. Empty while the verification is PENDING.',
  })
  checks!: PluginCheck[];

  @DateField({ nullable: true })
  started_at!: string | null;

  @DateField({ nullable: true })
  finished_at!: string | null;
}

import {
  BooleanField,
  CallerIdField,
  IntField,
  ListField,
  ObjectField,
  OnlyField,
  TextField,
} from '../http/body/fields.js';

export class ProtocolQuery {
  @CallerIdField({ required: false, example: 'demo' })
  domain_id?: string;
}

export class GetProtocolRequest extends ProtocolQuery {
  @CallerIdField({ example: 'webhook' })
  protocol_id!: string;

  @OnlyField()
  only?: string[];
}

export class ProtocolInfo {
  @CallerIdField({ example: 'webhook' })
  protocol_id!: string;

  @TextField({ example: 'Webhook' })
  name!: string;

  @TextField({ description: 'The description, in Markdown.' })
  description!: string;

  @ObjectField({ description: 'JSON Schema of the options of a subscription.' })
  options_schema!: Readonly<Record<string, unknown>>;

  @BooleanField({ description: 'Whether requests carry a signature.', example: true })
  signed!: boolean;
}

export class ProtocolsInfo {
  @ListField(ProtocolInfo)
  results!: ProtocolInfo[];

  @IntField()
  total_count!: number;
}

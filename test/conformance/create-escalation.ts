type Create = (path: string, body: object) => Promise<Readonly<Record<string, unknown>>>;

/** Creates an escalation. `known` gets what examples of others refer to. */
export async function createEscalation(
  create: Create,
  known: Record<string, readonly unknown[]>,
): Promise<Readonly<Record<string, unknown>>> {
  const subscribe = async (name: string) => {
    const fields = {
      name,
      protocol_id: 'webhook',
      options: { url: 'https://1.1.1.1/' },
      trigger: 'ESCALATION',
    };
    return (await create('/notification/v1/subscriptions', fields))['subscription_id'];
  };
  const [step, fallback] = [await subscribe('step'), await subscribe('fallback')];
  const steps = [{ after: 0, subscriptions: [step] }];
  known['steps'] = [steps];
  known['fallback'] = [fallback];
  return create('/notification/v1/escalations', {
    ...{ name: 'nights', filter: [{ k: 'title', v: 'nothing', o: 'eq' }] },
    ...{ steps, fallback },
  });
}

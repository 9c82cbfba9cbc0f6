// Inputs for the calls about lines that need more than their schema tells: goods that travel, and serials.
import { goodsDocuments, receiveGoods } from '@tradehouse/contract';
import type { World } from './testWorld.ts';

type Input = Readonly<Record<string, unknown>>;
type Make = () => Promise<Input> | Input;
type Samples = Readonly<
  Record<
    string,
    readonly { readonly label: string; readonly status: number; readonly input: Make }[]
  >
>;

const one = (label: string, input: Make) => [{ label, status: 200, input }];

export function lineSamples(world: World): Samples {
  const { server, token, ids } = world;
  const travelling = async (): Promise<string> => {
    const input = { ...world.goodsInput('transfer'), travels: true, status: '1' as const };
    return (await server.call(goodsDocuments.add, input, token)).id;
  };
  const arrival = async (): Promise<Input & { id: string }> => ({
    id: await travelling(),
    parts: [{ line: 1, arrived: '1' }],
  });
  return {
    'GET /depotHead/getTransit': one('on the way', async () => ({ id: await travelling() })),
    'POST /depotHead/receiveTransfer': one('receive', arrival),
    'DELETE /depotHead/deleteTransferReceipt': one('take back', async () => {
      const received = await server.call(receiveGoods, (await arrival()) as never, token);
      return { id: received.id };
    }),
    'GET /serialNumber/findBySerialNumber': one('serials', () => ({
      serials: 'no such serial',
      depotId: ids.warehouse,
    })),
  };
}

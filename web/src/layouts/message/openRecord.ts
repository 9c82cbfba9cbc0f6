import type { MessageHeading } from '@tradehouse/contract';
import { goodsDocuments, moneyDocuments } from '@tradehouse/contract';
import { documentKinds, entriesOf, goodsKindCodes } from '@tradehouse/domain';
import { call } from '../../app/net/client.ts';

const kinds = entriesOf(documentKinds);
const isGoods = (kind: string): boolean => goodsKindCodes.some((code) => code === kind);

/** The address of the record a message names by number, null when there is none the reader may open. */
export async function recordUrl({ openPage, busId }: MessageHeading): Promise<string | null> {
  const kind = kinds.find(([, { url }]) => url === openPage)?.[0];
  if (kind === undefined) return null;
  const { detail } = isGoods(kind) ? goodsDocuments : moneyDocuments;
  try {
    const { id } = await call(detail, { number: busId, kind }, { quiet: true });
    return `${openPage}/${id}`;
  } catch {
    return null;
  }
}

import type { MessageHeading } from '@tradehouse/contract';
import { goodsDocuments, moneyDocuments } from '@tradehouse/contract';
import { documentKinds, entriesOf, goodsKindCodes } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';

const kinds = entriesOf(documentKinds);
const isGoods = (kind: string): boolean => goodsKindCodes.some((code) => code === kind);

/** Opens the record that a message names by number, or shows that none is accessible. */
export async function openRecord(
  message: MessageHeading,
  open: (url: string) => void,
): Promise<void> {
  const url = await recordUrl(message);
  if (url === null) getNotices().message.warning(t('message.recordGone'));
  else open(url);
}

async function recordUrl({ openPage, busId }: MessageHeading): Promise<string | null> {
  const kind = kinds.find(([, { url }]) => url === openPage)?.[0];
  if (kind === undefined) return null;
  const { detail } = isGoods(kind) ? goodsDocuments : moneyDocuments;
  try {
    const { id } = await callEndpoint(detail, { number: busId, kind }, { quiet: true });
    return `${openPage}/${id}`;
  } catch {
    return null;
  }
}

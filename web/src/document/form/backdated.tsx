import type { BackdatedReply, GoodsDocumentInput } from '@tradehouse/contract';
import { previewBackdated } from '@tradehouse/contract';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';

/** Shows the effects of a backdated document on later days, by product. */
function BackdatedChanges({ reply }: { readonly reply: BackdatedReply }) {
  const { laterDocuments, lowest, refusal } = reply;
  return (
    <>
      {laterDocuments > 0 ? <p>{t('backdated.later', { n: laterDocuments })}</p> : null}
      <ul>
        {lowest.map(({ barcode, productName, warehouseName, day, before, after }) => {
          const facts = {
            name: productName === '' ? barcode : productName,
            warehouse: warehouseName,
            day,
            after,
          };
          return (
            <li key={`${barcode} ${warehouseName}`}>
              {refusal === null
                ? t('backdated.level', { ...facts, before })
                : t('backdated.refusedLevel', facts)}
            </li>
          );
        })}
      </ul>
      {refusal === null ? null : (
        <p role="alert" className="below">
          {t('backdated.refused', { reason: refusal })}
        </p>
      )}
    </>
  );
}

/**
 * Shows the effects of a backdated document on later days before the save, and asks to continue. Returns
 * true if nothing needs confirmation.
 */
export async function mayBackdate(
  input: GoodsDocumentInput,
  { id, version }: { readonly id: string | null; readonly version: number | null },
): Promise<boolean> {
  // Days have 24 hours in every zone; the server checks the past in the company's zone.
  if (input.time === undefined || Date.now() - Date.parse(input.time) < 60_000) return true;
  const edited = id === null ? {} : { id, version: version ?? 0 };
  const reply = await callEndpoint(
    previewBackdated,
    { ...input, ...edited },
    { silent: true },
  ).catch(() => null);
  // The save reports anything the preview can't.
  if (reply === null || !reply.past) return true;
  // A refusal unrelated to later days belongs to its field; the save shows the refusal.
  const aboutDays = reply.lowest.length > 0;
  if (!aboutDays) return true;
  const title = t('backdated.title', { date: reply.date });
  const content = <BackdatedChanges reply={reply} />;
  if (reply.refusal !== null) {
    getNotices().modal.warning({ title, content, width: 560 });
    return false;
  }
  if (reply.laterDocuments === 0) return true;
  return getNotices().modal.confirm({ title, content, width: 560, okText: t('backdated.save') });
}

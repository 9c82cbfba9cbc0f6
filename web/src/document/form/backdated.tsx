import type { BackdatedReply, GoodsDocumentInput } from '@tradehouse/contract';
import { previewBackdated } from '@tradehouse/contract';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';

/** What a date in the past does to the days after it, good by good. */
function Changes({ reply }: { readonly reply: BackdatedReply }) {
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
 * Before a document that is dated in the past is saved: shows what it changes in the days after, and asks whether to go on.
 * Answers true where there is nothing to ask.
 */
export async function mayBackdate(
  input: GoodsDocumentInput,
  { id, version }: { readonly id: string | null; readonly version: number | null },
): Promise<boolean> {
  // A day has 24 hours in every zone; whether it is past in the company's own the server tells.
  if (input.time === undefined || Date.now() - Date.parse(input.time) < 60_000) return true;
  const edited = id === null ? {} : { id, version: version ?? 0 };
  const reply = await call(previewBackdated, { ...input, ...edited }, { silent: true }).catch(
    () => null,
  );
  // What can't be told beforehand, the save itself will say.
  if (reply === null || !reply.past) return true;
  // A refusal that is not about the days after belongs to its field, and the save puts it there.
  const aboutDays = reply.lowest.length > 0;
  if (!aboutDays) return true;
  const title = t('backdated.title', { date: reply.date });
  const content = <Changes reply={reply} />;
  if (reply.refusal !== null) {
    notices().modal.warning({ title, content, width: 560 });
    return false;
  }
  if (reply.laterDocuments === 0) return true;
  return notices().modal.confirm({ title, content, width: 560, okText: t('backdated.save') });
}

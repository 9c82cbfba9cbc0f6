import { BranchesOutlined, DisconnectOutlined } from '@ant-design/icons';
import { detachRelations, matchRelations, relations } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { submitListChange } from '../list/resourceActions.tsx';
import { recordPage } from '../list/recordPage.tsx';
import { masterForm } from '../record/masterForm.ts';
import type { ListAction, RowAction } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';

type SkuMappingRow = RowOf<typeof relations.table>;

/** Reports how many codes matched, were ambiguous or found nothing. */
async function matchSkuMappings(): Promise<boolean> {
  const { matched, ambiguous, ambiguousCodes, unmatched } = await callEndpoint(matchRelations, {});
  const message = t('relation.matched', { matched, unmatched });
  if (ambiguous === 0) {
    getNotices().message.success(message);
  } else {
    getNotices().modal.info({
      title: message,
      content: t('relation.ambiguous', {
        n: ambiguous,
        codes: ambiguousCodes.join(', '),
      }),
    });
  }
  return matched > 0;
}

const matchAll: ListAction<SkuMappingRow> = {
  key: 'match',
  label: t('relation.match'),
  icon: <BranchesOutlined aria-hidden />,
  button: '1',
  needs: 'none',
  hint: t('relation.matchHint'),
  run: matchSkuMappings,
};

const detachSelectedSkuMappings = (ids: string): Promise<boolean> =>
  submitListChange(detachRelations, { ids });
const detachSeveral: ListAction<SkuMappingRow> = {
  key: 'detach',
  label: t('relation.detach'),
  icon: <DisconnectOutlined aria-hidden />,
  button: '1',
  needs: 'some',
  confirm: (n) => t('relation.detachAsk', { n }),
  run: (rows) => detachSelectedSkuMappings(rows.map(({ id }) => id).join(',')),
};

const detachOne: RowAction<SkuMappingRow> = {
  key: 'detach',
  label: t('relation.detachOne'),
  icon: <DisconnectOutlined aria-hidden />,
  button: '1',
  shown: ({ barcode }) => barcode !== null,
  run: ({ id }) => detachSelectedSkuMappings(id ?? ''),
};

export default recordPage(relations, {
  nameColumn: 'outerSkuCode',
  hint: t('emptyList.relations'),
  form: masterForm(relations, {
    columns: 2,
    initial: { ratio: '1', stockSync: true },
    own: {
      barcodeId: { hint: t('relation.barcodeHint'), control: 'barcode' },
      ratio: { hint: t('relation.ratioHint') },
      stockSync: { hint: t('relation.stockSyncHint') },
    },
  }),
  copies: true,
  sheets: ['productRelations'],
  actions: [matchAll, detachSeveral],
  rowActions: [detachOne],
  facts: ['platform', 'shop', 'barcode', 'relationStatus'],
});

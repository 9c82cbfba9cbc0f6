import { BranchesOutlined, DisconnectOutlined } from '@ant-design/icons';
import { detachRelations, matchRelations, relations } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { changed } from '../../list/resourceActions.tsx';
import { recordPage } from '../../list/recordPage.tsx';
import { masterForm } from '../../record/masterForm.ts';
import type { ListAction, RowAction } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof relations.table>;

/** Tells how many found their goods, which fit several, and how many none. */
async function match(): Promise<boolean> {
  const { matched, ambiguous, ambiguousCodes, unmatched } = await call(matchRelations, {});
  const told = t('relation.matched', { matched, unmatched });
  if (ambiguous === 0) {
    notices().message.success(told);
  } else {
    notices().modal.info({
      title: told,
      content: t('relation.ambiguous', {
        n: ambiguous,
        codes: ambiguousCodes.join(', '),
      }),
    });
  }
  return matched > 0;
}

const matchAll: ListAction<Row> = {
  key: 'match',
  label: t('relation.match'),
  icon: <BranchesOutlined aria-hidden />,
  button: '1',
  needs: 'none',
  hint: t('relation.matchHint'),
  run: match,
};

const detach = (ids: string): Promise<boolean> => changed(detachRelations, { ids });
const detachSeveral: ListAction<Row> = {
  key: 'detach',
  label: t('relation.detach'),
  icon: <DisconnectOutlined aria-hidden />,
  button: '1',
  needs: 'some',
  confirm: (n) => t('relation.detachAsk', { n }),
  run: (rows) => detach(rows.map(({ id }) => id).join(',')),
};

const detachOne: RowAction<Row> = {
  key: 'detach',
  label: t('relation.detachOne'),
  icon: <DisconnectOutlined aria-hidden />,
  button: '1',
  shown: ({ barcode }) => barcode !== null,
  run: ({ id }) => detach(id ?? ''),
};

export default recordPage(relations, {
  nameColumn: 'outerSkuCode',
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

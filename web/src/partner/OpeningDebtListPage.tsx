import { openingDebts } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { recordPage } from '../list/recordPage.tsx';
import { PartnerName } from '../list/report/partnerName.tsx';
import { t } from '../phrase/index.ts';
import { masterForm } from '../record/masterForm.ts';

type OpeningDebtRow = RowOf<typeof openingDebts.table>;

export default recordPage(openingDebts, {
  nameColumn: 'number',
  hint: t('openingDebt.hint'),
  sheets: ['openingDebts'],
  form: masterForm(openingDebts, {
    own: {
      partnerId: { hint: t('openingDebt.partnerHint') },
      dueOn: { hint: t('openingDebt.dueHint') },
      currency: { hint: t('openingDebt.currencyHint') },
      exchangeRate: { hint: t('openingDebt.rateHint') },
    },
  }),
  cells: {
    partnerName: ({ partnerId, partnerName, side }: OpeningDebtRow): ReactNode => (
      <PartnerName
        type={side === 'payable' ? 'supplier' : 'customer'}
        id={partnerId}
        name={partnerName}
      />
    ),
  },
  facts: ['partnerName', 'dueOn', 'openDebt'],
});

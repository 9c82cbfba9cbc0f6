import { promotions } from '@tradehouse/contract';
import { recordPage } from '../list/recordPage.tsx';
import { t } from '../phrase/index.ts';
import { PromotionForm } from './promotionForm.tsx';

export default recordPage(promotions, {
  nameColumn: 'name',
  form: PromotionForm,
  hint: t('emptyList.promotions'),
  facts: ['promotionKind', 'firstDay', 'lastDay', 'usedBy'],
});

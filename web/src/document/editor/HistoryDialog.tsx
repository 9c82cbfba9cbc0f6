import { documentKinds } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { useState } from 'react';
import { language } from '../../app/session/language.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { PartnerSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { DocumentFinder } from './DocumentFinder.tsx';
import { EarlierPrices } from './EarlierPrices.tsx';
import type { GoodsForm } from './useGoodsForm.ts';

/** Checks if earlier documents can be looked up: non-returns that move no stock or create debt. */
export const looksBack = (code: GoodsKindCode): boolean => {
  const { sources, warehouse, amounts } = documentKinds[code];
  const returns = Object.values(sources).includes('returned');
  return !returns && (!warehouse || amounts.includes('debt'));
};

interface Props {
  readonly form: GoodsForm;
  readonly onClose: () => void;
}

/** Shows earlier documents of the kind, to compare prices and take a price. */
export function DocumentHistoryDialog({ form, onClose }: Props) {
  const { head, rules, store, world } = form;
  const code = rules.kind;
  const kind = documentKinds[code];
  const [partner, setPartner] = useState({ id: head.partnerId, name: head.partnerName });
  return (
    <PaneModal
      width={1300}
      title={t('bill.historyTitle', { kind: kind.name[language] })}
      onCancel={onClose}
    >
      <DocumentFinder
        key={partner.id}
        kind={code}
        fixed={partner.id === null ? {} : { organId: partner.id }}
        renderBelow={({ id }) => (
          <EarlierPrices
            id={id ?? ''}
            store={store}
            pricing={world().pricing}
            currency={head.currency}
          />
        )}
        before={
          kind.partner === null ? null : (
            <PartnerSelect
              type={kind.partner.type}
              aria-label={partnerLabel(kind)}
              placeholder={partnerLabel(kind)}
              style={{ width: 180 }}
              value={partner.id}
              name={partner.name === '' ? undefined : partner.name}
              onChange={(id, choice) => setPartner({ id, name: choice?.name ?? '' })}
            />
          )
        }
      />
    </PaneModal>
  );
}

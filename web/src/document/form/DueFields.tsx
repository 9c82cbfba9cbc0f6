import { choiceLabel, documentTables } from '@tradehouse/contract';
import { USUAL_PAYMENT, dueDate, mayChangeDue, paymentKinds } from '@tradehouse/domain';
import type { GoodsKindCode, PaymentKind } from '@tradehouse/domain';
import { Select } from 'antd';
import { DatePicker } from '../../control/DatePicker.tsx';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { todayIn } from '../../control/format.ts';
import { namedClear } from '../../control/namedClear.tsx';
import { t } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import { wallTime } from '../../control/zone.ts';
import { HeadField } from './HeadField.tsx';

interface Props {
  readonly code: GoodsKindCode;
  readonly head: Pick<HeadDraft, 'paymentKind' | 'dueOn' | 'agreed' | 'time'>;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<HeadDraft>) => void;
}

const options = paymentKinds.map((value) => ({
  value,
  label: choiceLabel(language, 'paymentKind', value),
}));

/** Edits payment kind and due date: as agreed with the partner unless overridden. */
export function DueFields({ code, head, errors, onChange }: Props): ReactNode {
  const { timeZone } = useSettings();
  // Drafts of earlier versions lack these fields.
  const { agreed = null, dueOn = null, time } = head;
  const kind = head.paymentKind ?? agreed?.kind ?? null;
  const day = time === null ? todayIn(timeZone) : wallTime(time, timeZone).slice(0, 10);
  const terms = agreed ?? { days: 0, monthEnd: false };
  const byItself = kind === null || agreed === null ? null : dueDate(kind, day, terms);
  const [kindLabel, dueLabel] = [
    labelOfColumn(documentTables[code], 'paymentKind'),
    labelOfColumn(documentTables[code], 'dueOn'),
  ];
  return (
    <>
      <HeadField label={kindLabel} error={errors['paymentKind']}>
        <Select<PaymentKind>
          aria-label={kindLabel}
          style={{ width: '100%' }}
          allowClear={namedClear()}
          placeholder={t('document.asAgreed')}
          value={kind}
          options={options}
          onChange={(paymentKind) => onChange({ paymentKind: paymentKind ?? null, dueOn: null })}
        />
      </HeadField>
      <HeadField label={dueLabel} error={errors['dueOn']}>
        <DatePicker
          aria-label={dueLabel}
          style={{ width: '100%' }}
          allowClear
          disabled={!mayChangeDue(kind ?? USUAL_PAYMENT)}
          placeholder={t('document.dueByTerms')}
          minDate={dayjs(day)}
          status={errors['dueOn'] === undefined ? '' : 'error'}
          value={dueOn === null ? (byItself === null ? null : dayjs(byItself)) : dayjs(dueOn)}
          onChange={(picked) => onChange({ dueOn: picked?.format('YYYY-MM-DD') ?? null })}
        />
      </HeadField>
    </>
  );
}

import { plainFieldsAt } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { GoodsKindCode, DocumentKind } from '@tradehouse/domain';
import { Button, Input, Select } from 'antd';
import { DatePicker } from '../../control/DatePicker.tsx';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { todayIn } from '../../control/format.ts';
import { PartnerSelect, PeopleSelect } from '../../control/references.tsx';
import type { PartnerChoice } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { ActivityField, useActivities } from './ActivityField.tsx';
import type { HeadDraft } from '../draft/headDraft.ts';
import { CurrencyFields } from './CurrencyFields.tsx';
import { DueFields } from './DueFields.tsx';
import { HeadField } from './HeadField.tsx';
import { PlainFields } from './PlainFields.tsx';
import { instantOfWallTime, isToCome, wallTime } from '../../control/zone.ts';

export const partnerLabel = ({ partner }: DocumentKind): string =>
  partner === null || partner.type === 'any' ? t('document.partner') : t(`partner.${partner.type}`);

/** Returns the label of the head's remark; requests ask for a reason. */
export const remarkLabel = ({ asks }: DocumentKind): string =>
  t(asks ? 'document.reason' : 'document.remark');

interface TimeProps {
  readonly value: string | null;
  readonly onChange: (iso: string | null) => void;
  readonly label: string;
  readonly error?: string | undefined;
}

/** Renders a calendar day; future days are pale. */
const paledToCome = (
  day: number | string | Dayjs,
  { type, originNode }: { readonly type: string; readonly originNode: ReactElement },
  timeZone: string,
): ReactElement =>
  type === 'date' && dayjs(day).format('YYYY-MM-DD') > todayIn(timeZone) ? (
    <div className="day-to-come">{originNode}</div>
  ) : (
    originNode
  );

/**
 * Edits the business time on the company's clock; empty is the moment of saving. Future days can be typed,
 * so the refusal is explained: the calendar alone would silently drop the input.
 */
export function TimeField({ value, onChange, label, error }: TimeProps) {
  const { timeZone } = useSettings();
  const toCome = value !== null && isToCome(value, timeZone);
  return (
    <>
      <DatePicker
        showTime
        allowClear
        aria-label={label}
        placeholder={t('document.timeNow')}
        style={{ width: '100%' }}
        status={error === undefined && !toCome ? '' : 'error'}
        value={value === null ? null : dayjs(wallTime(value, timeZone))}
        cellRender={(day, cell) => paledToCome(day, cell, timeZone)}
        onChange={(picked) =>
          onChange(
            picked === null
              ? null
              : instantOfWallTime(picked.format('YYYY-MM-DD HH:mm:ss'), timeZone),
          )
        }
      />
      {toCome && error === undefined && (
        <small role="alert" className="head-error">
          {t('document.timeToCome')}
        </small>
      )}
    </>
  );
}

interface CommonProps {
  readonly head: Pick<HeadDraft, 'time' | 'number'>;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Pick<HeadDraft, 'time' | 'number'>>) => void;
}

/** Shows time and number, common to all documents. */
export const TimeAndNumber = ({ head, errors, onChange }: CommonProps) => (
  <>
    <HeadField label={t('document.time')} error={errors['time']}>
      <TimeField
        label={t('document.time')}
        value={head.time}
        error={errors['time']}
        onChange={(time) => onChange({ time })}
      />
    </HeadField>
    <HeadField label={t('document.number')} error={errors['number']}>
      <Input
        aria-label={t('document.number')}
        value={head.number}
        maxLength={50}
        placeholder={t('document.onSaving')}
        status={errors['number'] === undefined ? '' : 'error'}
        onChange={(event) => onChange({ number: event.target.value.trim() })}
      />
    </HeadField>
  </>
);

interface PartnerProps {
  readonly kind: DocumentKind;
  readonly head: Pick<HeadDraft, 'partnerId' | 'partnerName'>;
  readonly error: string | undefined;
  readonly fixed?: boolean;
  /** Field takes initial focus. */
  readonly begins: boolean;
  readonly onPartner: (choice: PartnerChoice | null) => void;
}

export function PartnerField(props: PartnerProps) {
  const { kind, head, error, fixed = false, begins, onPartner } = props;
  const { partner } = kind;
  if (partner === null) return null;
  return (
    <HeadField label={partnerLabel(kind)} required={partner.required} error={error}>
      <PartnerSelect
        type={partner.type}
        aria-label={partnerLabel(kind)}
        value={head.partnerId}
        name={head.partnerName === '' ? undefined : head.partnerName}
        disabled={fixed}
        autoFocus={begins}
        status={error === undefined ? '' : 'error'}
        style={{ width: '100%' }}
        onChange={(_, choice) => onPartner(choice)}
      />
    </HeadField>
  );
}

interface Props {
  readonly code: GoodsKindCode;
  readonly head: HeadDraft;
  readonly onChange: (change: Partial<HeadDraft>) => void;
  readonly onPartner: (choice: PartnerChoice | null) => void;
  /** Partner is fixed while lines come from its documents. */
  readonly partnerFixed: boolean;
  readonly errors: Readonly<Record<string, string>>;
  /** Opens the link picker; absent where the kind is made from nothing. */
  readonly onLink?: () => void;
  readonly sourceNumbers: string;
  /** Fields of the kind that apply to all lines. */
  readonly ends?: ReactNode;
}

/** Shows partner, time and number in four columns, two on a tablet, one on a phone. */
export function DocumentHead(props: Props) {
  const { code, head, onChange, onPartner, partnerFixed, errors, onLink, sourceNumbers, ends } =
    props;
  const kind = documentKinds[code];
  const activities = useActivities(kind.activities, head.activityId);
  return (
    <div className="document-head">
      <PartnerField
        kind={kind}
        head={head}
        error={errors['partnerId']}
        fixed={partnerFixed}
        begins={head.id === null && head.partnerId === null && kind.partner?.required === true}
        onPartner={onPartner}
      />
      {ends}
      <TimeAndNumber
        head={head}
        errors={errors}
        // Another day is due another day.
        onChange={(change) => onChange('time' in change ? { ...change, dueOn: null } : change)}
      />
      {onLink !== undefined && (
        <HeadField label={t('document.source')}>
          <Button className="head-link" onClick={onLink}>
            {sourceNumbers === '' ? t('document.chooseSource') : sourceNumbers}
          </Button>
        </HeadField>
      )}
      <PlainFields code={code} at="head" head={head} errors={errors} onChange={onChange} />
      {kind.people === 'salesperson' && (
        <HeadField label={t('document.salespeople')} error={errors['salespersonIds']}>
          <PeopleSelect
            aria-label={t('document.salespeople')}
            type="salesperson"
            value={head.salespersonIds}
            onChange={(salespersonIds) => onChange({ salespersonIds })}
          />
        </HeadField>
      )}
      {(activities.length > 0 || head.activityId !== null) && (
        <HeadField label={t('activity.head')} error={errors['activityId']}>
          <ActivityField
            value={head.activityId}
            choices={activities}
            onChange={(activityId) => onChange({ activityId })}
          />
        </HeadField>
      )}
      {kind.amounts.includes('debt') && (
        <DueFields code={code} head={head} errors={errors} onChange={onChange} />
      )}
      {kind.travels && <TravelsField travels={head.travels} onChange={onChange} />}
      {kind.amounts.includes('tax') && <MoreFields {...props} />}
    </div>
  );
}

interface TravelsProps {
  readonly travels: boolean;
  readonly onChange: (change: Pick<HeadDraft, 'travels'>) => void;
}

const TravelsField = ({ travels, onChange }: TravelsProps) => (
  <HeadField label={t('document.travels')}>
    <Select
      aria-label={t('document.travels')}
      style={{ width: '100%' }}
      value={travels ? 'twoSteps' : 'atOnce'}
      options={(['atOnce', 'twoSteps'] as const).map((value) => ({
        value,
        label: t(`document.travels.${value}`),
      }))}
      onChange={(steps) => onChange({ travels: steps === 'twoSteps' })}
    />
  </HeadField>
);

/** Shows rarely used fields on request or if filled. */
function MoreFields({ code, head, errors, onChange }: Props) {
  const [more, setMore] = useState(false);
  const isFilled =
    head.currency !== '' || plainFieldsAt(code, 'more').some((name) => (head[name] ?? '') !== '');
  // Emptied fields stay.
  if (isFilled && !more) setMore(true);
  if (!more)
    return (
      <Button type="link" className="head-more" onClick={() => setMore(true)}>
        {t('document.moreFields')}
      </Button>
    );
  return (
    <>
      <PlainFields code={code} at="more" head={head} errors={errors} onChange={onChange} />
      <CurrencyFields head={head} errors={errors} onChange={onChange} />
    </>
  );
}

import type { SettingsReply } from '@tradehouse/contract';
import { Form, Select } from 'antd';
import { MOST_CURRENCY_DIGITS, choiceLabel, creditChecks } from '@tradehouse/contract';
import { bonusUses } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { language } from '../app/session/language.ts';
import { getNotices } from '../app/notices.ts';
import { currencyOptions, usualOf } from '../control/currency.ts';
import { zoneOptions } from '../control/zone.ts';
import { t } from '../phrase/index.ts';
import { SettingsText } from './settingsText.tsx';
import { saveSetting, settingLabel } from './settingSaves.ts';
import type { ChangedSettings } from './settingSaves.ts';

interface Props {
  readonly settings: SettingsReply;
  readonly readOnly: boolean;
}

const digits = Array.from({ length: MOST_CURRENCY_DIGITS + 1 }, (_, count) => count);

interface SettingChoiceProps<Value> extends Props {
  readonly name: 'currency' | 'currencyDigits' | 'timeZone' | 'creditCheck' | 'bonusUse';
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Fields changed by a choice. */
  readonly change: (value: Value) => ChangedSettings;
}

/** Self-saving select; a refused choice reverts. */
function SettingChoice<Value extends string | number>(props: SettingChoiceProps<Value>): ReactNode {
  const { name, options, change, settings, readOnly } = props;
  const [wanted, setWanted] = useState<Value | null>(null);
  const id = useId();
  const take = async (value: Value): Promise<void> => {
    setWanted(value);
    if (await saveSetting(change(value))) getNotices().message.success(t('form.saved'));
    setWanted(null);
  };
  return (
    <Form.Item label={settingLabel(name)} htmlFor={id} extra={t(`settings.${name}`)}>
      <Select<Value>
        id={id}
        disabled={readOnly}
        showSearch={{ optionFilterProp: 'label' }}
        // SAFETY: the setting is one of its options.
        value={wanted ?? (settings[name] as Value)}
        options={[...options]}
        onChange={(value) => void take(value)}
      />
    </Form.Item>
  );
}

/** Currency and time zone of the company. */
export function MoneySettings(props: Props): ReactNode {
  return (
    <div className="form-grid two">
      <SettingChoice
        {...props}
        name="currency"
        options={currencyOptions()}
        change={(currency) => ({ currency, ...usualOf(currency) })}
      />
      <SettingsText field={{ name: 'currencySymbol', maxLength: 8 }} {...props} />
      <SettingChoice
        {...props}
        name="currencyDigits"
        options={digits.map((value) => ({ value, label: String(value) }))}
        change={(currencyDigits) => ({ currencyDigits })}
      />
      <SettingChoice
        {...props}
        name="timeZone"
        options={zoneOptions()}
        change={(timeZone) => ({ timeZone })}
      />
      <SettingChoice
        {...props}
        name="creditCheck"
        options={creditChecks.map((value) => ({
          value,
          label: choiceLabel(language, 'creditCheck', value),
        }))}
        change={(creditCheck) => ({ creditCheck })}
      />
      <SettingChoice
        {...props}
        name="bonusUse"
        options={bonusUses.map((value) => ({
          value,
          label: choiceLabel(language, 'bonusUse', value),
        }))}
        change={(bonusUse) => ({ bonusUse })}
      />
    </div>
  );
}

import type { SettingsReply } from '@tradehouse/contract';
import { SettingsFields } from '@tradehouse/contract';
import { Form, Input } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { t } from '../phrase/index.ts';
import { complaintOfField } from '../record/fieldRules.ts';
import type { TextField } from './settingFields.ts';
import { saveSetting, settingLabel } from './settingSaves.ts';

/** How long after the last key a text is saved, in milliseconds. */
const PAUSE = 500;

export interface SettingsTextProps {
  readonly field: TextField;
  readonly settings: SettingsReply;
  readonly readOnly: boolean;
}

/** Text saved on a pause or on blur. */
export function SettingsText({ field, settings, readOnly }: SettingsTextProps): ReactNode {
  const { name, maxLength, area } = field;
  const stored = settings[name];
  const [typed, setTyped] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Text being saved; null while none, because nothing is typed then. */
  const underWay = useRef<string | null>(null);
  const wrong = complaintOfField(SettingsFields, name, typed);
  const id = useId();
  const send = useEffectEvent(async (): Promise<void> => {
    clearTimeout(timer.current);
    if (typed === underWay.current) return;
    if (typed === null || typed === stored) return setTyped(null);
    if (wrong !== null) return;
    underWay.current = typed;
    setSaved(await saveSetting({ [name]: typed.trim() }));
    underWay.current = null;
    setTyped((now) => (now === typed ? null : now));
  });
  useEffect(() => {
    if (typed !== null) timer.current = setTimeout(() => void send(), PAUSE);
    return () => clearTimeout(timer.current);
  }, [typed]);
  const shared = {
    id,
    maxLength,
    disabled: readOnly,
    value: typed ?? stored,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setSaved(false);
      setTyped(target.value);
    },
    onBlur: () => void send(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void send();
    },
  };
  const isSaved = saved && typed === null;
  const note = (
    <span role="status" className="saved-note">
      {isSaved ? `✓ ${t('form.saved')}` : ''}
    </span>
  );
  return (
    <Form.Item
      label={settingLabel(name)}
      htmlFor={id}
      {...(wrong === null ? {} : { validateStatus: 'error' as const, help: wrong })}
      {...(area === true && isSaved ? { extra: note } : {})}
    >
      {area ? (
        <Input.TextArea {...shared} autoSize={{ minRows: 2, maxRows: 6 }} />
      ) : (
        <Input {...shared} autoComplete="off" suffix={note} />
      )}
    </Form.Item>
  );
}

import { isStrongPassword } from '@tradehouse/domain';
import { Form, Input } from 'antd';
import type { FormRule, InputRef } from 'antd';
import type { ReactNode, Ref } from 'react';
import { t } from '../phrase/index.ts';

export interface NewPasswordFieldsProps {
  readonly label: string;
  readonly repeat: string;
  /** Receives the first field. */
  readonly first?: Ref<InputRef>;
}

const isFresh: FormRule = ({ getFieldValue }) => ({
  validator: async (_, value: string | undefined) => {
    if (!isStrongPassword(value ?? '')) throw new Error(t('password.weak'));
    if (value === getFieldValue('old')) throw new Error(t('password.same'));
  },
});

const isRepeated: FormRule = ({ getFieldValue }) => ({
  validator: async (_, value: string | undefined) => {
    if ((value ?? '') !== (getFieldValue('fresh') ?? '')) throw new Error(t('password.differ'));
  },
});

/** Fields `fresh` and `repeat` for a new, strong password that differs from `old`. */
export const NewPasswordFields = ({ label, repeat, first }: NewPasswordFieldsProps): ReactNode => (
  <>
    <Form.Item
      name="fresh"
      label={label}
      extra={t('password.rule')}
      dependencies={['old']}
      rules={[isFresh]}
    >
      <Input.Password ref={first} autoComplete="new-password" />
    </Form.Item>
    <Form.Item name="repeat" label={repeat} dependencies={['fresh']} rules={[isRepeated]}>
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  </>
);

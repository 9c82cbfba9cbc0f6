import type { ErrorKey } from './errors.ts';

type Sentences = Readonly<Record<ErrorKey, string>>;

const chinese: Sentences = {
  'request.malformed': '请求参数有误',
  'request.field': '请求参数 {field} 有误',
  'request.unknownName': '请求中有未声明的名称：{name}',
  'request.tooLarge': '请求内容过大',
  'request.tooMany': '请求过于频繁，请稍后再试',
  'request.keyReused': '该请求标识已用于另一项操作',
  'session.missing': '登录已失效，请重新登录',
  'login.failed': '登录名或密码不正确，或账号不可用',
  'login.throttled': '登录尝试过多，请稍后再试',
  'password.wrong': '原密码不正确',
  'password.tooCommon': '该密码过于常见或与登录名相同，请更换',
  'password.mustChange': '请先设置新密码',
  'access.denied': '拒绝访问',
  'record.missing': '记录不存在',
  'record.stale': '记录已被他人修改，请刷新后重试',
  'record.inUse': '已被 {usedBy} 引用，无法删除',
  'name.taken': '名称 {name} 已存在',
  'server.busy': '系统繁忙，请稍后再试',
  'server.failed': '系统出错了',
};

const english: Sentences = {
  'request.malformed': 'The request is malformed',
  'request.field': '{field} is missing, wrong or unknown',
  'request.unknownName': 'The request names {name}, which is not declared',
  'request.tooLarge': 'The request is too large',
  'request.tooMany': 'Too many requests, try again later',
  'request.keyReused': 'This request key was used for something else',
  'session.missing': 'Login expired, please log in again',
  'login.failed': 'Wrong login name or password, or the account is not usable',
  'login.throttled': 'Too many tries to log in, try again later',
  'password.wrong': 'The old password is wrong',
  'password.tooCommon': 'This password is too common or equals the login name, choose another',
  'password.mustChange': 'Set a new password first',
  'access.denied': 'Access denied',
  'record.missing': 'The record does not exist',
  'record.stale': 'Someone else changed the record, reload and try again',
  'record.inUse': 'In use by {usedBy}, cannot be deleted',
  'name.taken': 'The name {name} is taken',
  'server.busy': 'The system is busy, try again later',
  'server.failed': 'Unexpected error',
};

/** The sentence of every refusal; `{name}` is filled from its facts. */
export const sentences = { 'zh-cn': chinese, en: english } as const;

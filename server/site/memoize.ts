/** Calls `compute` once for each key and keeps the result. */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new Map<Key, Value>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as Value;
    const value = compute(key);
    results.set(key, value);
    return value;
  };
}

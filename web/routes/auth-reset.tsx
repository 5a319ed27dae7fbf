export default function Page() {
  return <h1>auth-reset</h1>;
}

// Each of these names schemas, and says what they mean.
import "./common";

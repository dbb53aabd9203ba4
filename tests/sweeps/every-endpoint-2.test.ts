import "./second-half";
import "./every-endpoint.test";
